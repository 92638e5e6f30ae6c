"""`python -m spyring` is `spyring`."""

from spyring.cli import main

main(prog_name="spyring")
