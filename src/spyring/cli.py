"""The command line: a command for every capability, a sentence for every error.

A command is imported only when it is called, so `--help` is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

from spyring import __version__, mode
from spyring.epilog import examples
from spyring.stop import one_sentence

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# Each command: its module, and what it does.
COMMANDS = {
    "analyse": ("spyring.lab.files", "Judge every decision of a finished game."),
    "arena": ("spyring.lab.commands", "Run a tournament of bots."),
    "bench": ("spyring.lab.commands", "Measure how fast the games run."),
    "cases": ("spyring.lab.casework", "Make cases to solve, and show them."),
    "lab": ("spyring.lab.studies", "Study the games, and what the bots believe."),
    "legal": ("spyring.lab.files", "List what everybody may do after a game file."),
    "play": ("spyring.lab.play", "Watch bots play in the terminal."),
    "random": ("spyring.lab.files", "Print a random game as a game file."),
    "replay": ("spyring.showing", "Show a game file: its end in the terminal, or all of it in a browser."),
    "serve": ("spyring.server.admin.serve", "Start the server, so that people can play in a browser."),
    "simulate": ("spyring.lab.commands", "Play many random games and count who wins."),
    "sit": ("spyring.lab.sit", "Let a bot of yours take a seat at a table."),
    "tables": ("spyring.server.admin.tables", "Manage stored tables."),
    "verify": ("spyring.lab.files", "Check that a finished game was dealt fairly."),
}


class CommandLine(click.Group):
    """Reports whatever is wrong with the arguments, the files or the disk in one sentence."""

    def make_context(self, *arguments: Any, **keywords: Any) -> click.Context:
        with one_sentence():
            return super().make_context(*arguments, **keywords)

    def invoke(self, context: click.Context) -> Any:
        with one_sentence():
            return super().invoke(context)

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return cast(click.Command, getattr(import_module(COMMANDS[name][0]), name))

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, does) for name, (_, does) in COMMANDS.items()])

    def shell_complete(self, context: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=does)
            for name, (_, does) in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, context, incomplete)


@click.group(
    cls=CommandLine,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples(
        "spyring                                     # start the server and print its address",
        "spyring play secrets --seats 5              # watch bots play in the terminal",
        "spyring random wink > wink.game             # a random game as a file",
        "spyring replay wink.game --seat 0           # how it ended, as seat 0 sees it",
        "spyring COMMAND --help                      # help for one command",
    ),
)
@click.version_option(
    __version__,
    message=f"spyring %(version)s ({mode()} rules)",
    help="Show the version and whether the rules are compiled.",
)
@click.pass_context
def main(context: click.Context) -> None:
    """Spyring: a table for games of secret identity.

    Without a command it starts the server, like `spyring serve`.

    Every option of a command can also be set as an environment variable: --port as SPYRING_PORT.
    """
    if context.invoked_subcommand is None:
        serve = cast(click.Command, main.get_command(context, "serve"))
        with serve.make_context("serve", [], parent=context) as serving:
            serve.invoke(serving)
