"""Compiles the hot modules (those that import `spyring._native`) when there is a compiler.

Everything else about the package is in pyproject.toml. `SPYRING_PURE=1` builds without compiling.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/spyring")
# pip runs this file three times; only these commands build something.
BUILDING = {"bdist_wheel", "build", "build_ext", "editable_wheel", "install"}
LATE = ["-flto=auto"]


class Build(build_ext):
    """Builds on all cores, and either all modules or none: a compiled module needs the others."""

    def build_extensions(self) -> None:
        self.parallel = os.cpu_count()
        super().build_extensions()
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if not all(library.exists() for library in built):
            for library in built:
                library.unlink(missing_ok=True)


def hot_modules() -> list[str]:
    """The modules that use machine types, and are therefore typed for the compiler."""
    modules = sorted(SOURCE.rglob("*.py"))
    return [str(path) for path in modules if "from spyring._native import" in path.read_text("utf-8")]


def optimises_late() -> bool:
    """Whether this compiler can optimise all files together at link time, on all cores."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "empty.c"
        program.write_text("int empty(void) { return 0; }\n")
        command = [*(sysconfig.get_config_var("CC") or "cc").split(), *LATE, "-fPIC", "-shared"]
        try:
            tried = subprocess.run([*command, "-o", program.with_suffix(".so"), program], capture_output=True)
        except OSError:
            return False
    return tried.returncode == 0


def extensions() -> list:
    if os.environ.get("SPYRING_PURE") or not BUILDING & set(sys.argv):
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = "src"
    late = sys.platform != "win32" and optimises_late()
    built = mypycify(
        ["--strict", *hot_modules()], opt_level="3", debug_level="0", multi_file=late, group_name="spyring"
    )
    for extension in built:
        extension.optional = True  # without a compiler the install succeeds and runs interpreted
        if sys.platform != "win32":
            extension.extra_compile_args = [*extension.extra_compile_args, "-fno-semantic-interposition"]
        if late:
            extension.extra_compile_args += LATE
            extension.extra_link_args = [*LATE, "-O3"]
    return built


setup(ext_modules=extensions(), cmdclass={"build_ext": Build})
