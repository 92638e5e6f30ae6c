"""Where tables are kept if nobody names a folder, and what becomes of those in the former place."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import platformdirs
import pytest
from click.testing import CliRunner

from spyring.cli import main
from spyring.server.live.sqlite import FILE_NAME

GAME = "game heimlich\nseats 2\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home of one's own: (the data folder, the former one); neither is there yet."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SPYRING_DATA", raising=False)
    return tmp_path / "data" / "spyring", tmp_path / "config" / "spyring"


def tables(*words: str) -> tuple[list[str], str]:
    """What `spyring tables` prints, and what it remarks."""
    run = CliRunner().invoke(main, ["tables", *words], prog_name="spyring")
    assert run.exit_code == 0, run.stderr
    return run.stdout.splitlines(), run.stderr


def lay(*words: str) -> str:
    """Lays a table; its id."""
    file = Path(os.environ["HOME"], "one.game")
    file.write_text(GAME)
    (first, *_), _ = tables(*words, "import", str(file))
    return first.removeprefix("table ")


def listed(*words: str) -> set[str]:
    return {line.split()[0] for line in tables(*words)[0]}


def test_tables_are_kept_in_the_data_folder(home):
    new, old = home
    table = lay()
    assert (new / FILE_NAME).is_file()
    assert not old.parent.exists()
    assert tables()[1] == ""
    assert listed() == {table}


def test_without_xdg_the_data_folder_is_in_the_home(home, tmp_path, monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME")
    lay()
    assert (tmp_path / ".local" / "share" / "spyring" / FILE_NAME).is_file()


def test_tables_in_the_former_place_are_used_there(home):
    new, old = home
    table = lay("--data", str(old))
    _, remark = tables()
    assert remark.count("\n") == 1
    assert str(old) in remark
    assert str(new) in remark
    assert listed() == {table}
    assert listed() | {lay()} == listed("--data", str(old))
    assert not new.exists()


def test_tables_moved_as_the_sentence_says_are_found(home):
    new, old = home
    table = lay("--data", str(old))
    new.mkdir(parents=True)
    for file in old.iterdir():
        file.rename(new / file.name)
    assert tables()[1] == ""
    assert listed() == {table}


def test_where_both_places_have_tables_neither_hides_the_other(home):
    new, old = home
    mine, older = lay("--data", str(new)), lay("--data", str(old))
    _, remark = tables()
    assert remark.count("\n") == 1
    assert f"--data {old}" in remark
    assert listed() == {mine}
    assert listed("--data", str(old)) == {older}


def test_the_former_place_is_shared_with_a_server_that_has_it_open(home):
    new, old = home
    first = lay("--data", str(old))
    with closing(sqlite3.connect(old / FILE_NAME)) as server:
        assert server.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        server.execute("UPDATE tables SET game = 'other'")
        server.commit()
        log = old / f"{FILE_NAME}-wal"
        assert log.stat().st_size
        assert "other" in tables()[0][0]  # what only the log beside the file says
        second = lay()
        assert server.execute("SELECT count(*) FROM tables").fetchone() == (2,)
    assert listed() == {first, second}
    assert not new.exists()


@pytest.mark.parametrize("place", [0, 1], ids=["new", "former"])
def test_a_folder_that_may_not_be_looked_into_is_not_taken_for_empty(home, place, monkeypatch):
    is_file = Path.is_file

    def look(path: Path) -> bool:
        if path.parent == home[place]:
            raise PermissionError(13, "Permission denied", str(path))
        return is_file(path)

    def touch(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", look)
    monkeypatch.setattr(Path, "touch", touch)
    run = CliRunner().invoke(main, ["tables"], prog_name="spyring")
    assert run.exit_code == 2
    assert f"{home[place]} cannot be written: permission denied" in run.stderr
    assert not home[1 - place].exists()


def test_without_a_home_a_folder_has_to_be_named(home, tmp_path, monkeypatch):
    def lost(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_data_path", lost)
    run = CliRunner().invoke(main, ["tables"], prog_name="spyring")
    assert run.exit_code == 2
    assert "--data" in run.stderr
    assert run.stderr.count("\n") == 1
    assert lay("--data", str(tmp_path / "named")) in listed("--data", str(tmp_path / "named"))


def test_a_folder_named_in_the_environment_is_used(home, tmp_path, monkeypatch):
    monkeypatch.setenv("SPYRING_DATA", str(tmp_path / "named"))
    lay()
    assert (tmp_path / "named" / FILE_NAME).is_file()
    assert not home[0].exists()
