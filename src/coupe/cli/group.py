"""What every verb of the command line shares: its language, its help, its place among the others.

>>> from click.testing import CliRunner
>>> CliRunner().invoke(coupe, ["analise", "othello"]).exit_code
2
"""

import codecs
import gettext
import io
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

import click

from coupe import language
from coupe.cli.endings import ending_of
from coupe.language import _, choose, languages, plural

PIECES = re.compile(r"-|[-.*@#_0-9XxOoBbWw ]{4,}")
"""What begins with a dash and still is a position, not an option: Othello's boards often do."""

VERBS = (
    "play",
    "analyse",
    "solve",
    "compare",
    "match",
    "tournament",
    "levels",
    "review",
    "practise",
    "trace",
    "traverse",
    "tree",
    "exercise",
    "perft",
    "games",
    "check",
    "convert",
    "bench",
    "archive",
    "gtp",
    "nboard",
    "completion",
)
EXAMPLES = (
    "coupe play othello",
    "coupe analyse connect4 4433 --seconds 2",
    "coupe solve tictactoe --all-moves",
    "coupe trace slides --step",
    "coupe check my_game.py",
)


def speak_through_catalogue() -> None:
    """Click takes its own words from gettext's compiled catalogues; give it ours."""
    for name, module in list(sys.modules.items()):
        if name == "click" or name.startswith("click."):
            for attribute, theirs, ours in (
                ("_", gettext.gettext, language._),
                ("ngettext", gettext.ngettext, plural),
            ):
                if getattr(module, attribute, None) is theirs:
                    setattr(module, attribute, ours)


speak_through_catalogue()


class Option(click.Option):
    """An option whose help is written in English and said in the language spoken."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        said = copy(self)
        said.help = _(self.help) if self.help else self.help
        said.metavar = _(self.metavar) if self.metavar else self.metavar
        return click.Option.get_help_record(said, ctx)


class Argument(click.Argument):
    """An argument whose name is said in the language spoken."""

    def make_metavar(self, ctx: click.Context) -> str:
        if not self.metavar:
            return super().make_metavar(ctx)
        said = _(self.metavar) if self.required else f"[{_(self.metavar)}]"
        return said if self.nargs == 1 else f"{said}..."

    def get_error_hint(self, ctx: click.Context | None) -> str:
        return f"'{_(self.metavar)}'" if self.metavar else super().get_error_hint(ctx)

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """The argument's value, once it is sure that no part of it is a misspelt option."""
        for word in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(word, str) and word[:1] == "-" and not PIECES.fullmatch(word):
                name = word.partition("=")[0]
                known = [name for param in ctx.command.get_params(ctx) for name in param.opts]
                raise click.NoSuchOption(name, possibilities=known, ctx=ctx)
        return super().type_cast_value(ctx, value)


class Said:
    """The help of a command, in the language spoken, with examples to copy."""

    help: str | None
    examples: Sequence[str]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_(self.help or ""))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)  # type: ignore[misc, no-any-return]
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def get_short_help_str(self, limit: int = 45) -> str:
        return _(self.help or "").split("\n\n")[0].rstrip(".")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Examples")):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Verb(Said, click.Command):
    """One verb of the command line."""

    def __init__(self, *args: Any, examples: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.examples = examples
        self.ignore_unknown_options = any(param.nargs == -1 for param in self.params)
        self.params.append(lang_option())

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [_("[OPTIONS]"), *(p for param in self.params for p in param.get_usage_pieces(ctx))]


def verb(
    name: str, *, help: str, examples: Sequence[str]
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a verb of a function, with its help (in English) and its examples."""
    return click.command(name, cls=Verb, help=paragraphs(help), examples=examples)


def paragraphs(text: str) -> str:
    """A text as its catalogue entry has it: a line a paragraph, however the source breaks it.

    >>> paragraphs("One\\n   two.\\n\\n   Three.")
    'One two.\\n\\nThree.'
    """
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def option(*names: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """An option of a verb; its help and metavar are translated where they are shown."""
    return click.option(*names, cls=Option, **settings)


def argument(name: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """An argument of a verb; its metavar is translated where it is shown."""
    return click.argument(name, cls=Argument, **settings)


def lang_option() -> Option:
    """`--lang`, which is good before and after the verb."""
    return Option(
        ["--lang"],
        type=click.Choice(languages()),
        expose_value=False,
        help="The language of messages (else COUPE_LANG, else the system's).",
    )


def language_asked(args: Sequence[str]) -> str | None:
    """The language that the arguments ask for, wherever `--lang` stands.

    It is known before the arguments are parsed, so that what is wrong with them is said in it.

    >>> language_asked(["games", "--lang", "fr"])
    'fr'
    """
    found = None
    following = iter(args)
    for word in following:
        if word == "--":
            break
        if word == "--lang":
            found = next(following, None)
        elif word.startswith("--lang="):
            found = word.removeprefix("--lang=")
    return found if found in languages() else None


class GroupOfVerbs(Said, click.Group):
    """Something with verbs to choose from."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [_("[OPTIONS]"), _("VERB ...")]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        verbs = [self.get_command(ctx, name) for name in self.list_commands(ctx)]
        with formatter.section(_("Verbs")):
            formatter.write_dl(
                [(verb.name or "", verb.get_short_help_str()) for verb in verbs if verb is not None]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        asked, known = args[0], self.list_commands(ctx)
        if asked in known:
            return super().resolve_command(ctx, args)
        near = get_close_matches(asked.lower(), known, 1, 0.65)
        if asked.startswith("-"):
            sentence = _("No such option {name}.").format(name=asked)
        elif near:
            sentence = _("No verb is called {name}: did you mean {near}?").format(
                name=asked[:40], near=near[0]
            )
        else:
            sentence = _("No verb is called {name}; the verbs are {verbs}.").format(
                name=asked[:40], verbs=", ".join(known)
            )
        raise click.UsageError(sentence, ctx)


class VerbWithVerbs(GroupOfVerbs, Verb):
    """A verb that has verbs of its own, in the order in which they are added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def verb_with_verbs(
    name: str, *verbs: click.Command, help: str, examples: Sequence[str]
) -> VerbWithVerbs:
    """A verb that only groups others: `coupe tree random`, `coupe tree show`."""
    group = VerbWithVerbs(name, help=paragraphs(help), examples=examples)
    for verb in verbs:
        group.add_command(verb)
    return group


class Verbs(GroupOfVerbs):
    """The verbs, each imported when it is asked for."""

    examples = EXAMPLES

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = import_module(f"coupe.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def main(self, args: Sequence[str] | None = None, *_args: Any, **_options: Any) -> NoReturn:
        """Run a command line and leave with its exit code: 0, 1 failure, 2 usage, 130 Ctrl-C."""
        args = list(sys.argv[1:] if args is None else args)
        _tame_streams()
        choose(language_asked(args))
        try:
            status = super().main(args, prog_name="coupe", standalone_mode=False)
            sys.stdout.flush()
        except (Exception, KeyboardInterrupt) as error:
            status = ending_of(error)
        sys.exit(status if isinstance(status, int) else 0)


def _tame_streams() -> None:
    """Let no character stop us, nor a stream that the caller has closed."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if name == "stdin" else "coupe.nearest")


def nearest(error: UnicodeError) -> tuple[str | bytes, int]:
    """What a stream that knows fewer characters is given: a letter without its accent, a blank.

    >>> codecs.register_error("coupe.nearest", nearest)
    >>> "Entrée\u00a0: coupé ⚫".encode("ascii", "coupe.nearest")
    b'Entree : coupe ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = unicodedata.normalize("NFKD", error.object[error.start : error.end])
    kept = (letter for letter in letters if not unicodedata.combining(letter))
    return "".join(letter if letter.isascii() else "?" for letter in kept), error.end


codecs.register_error("coupe.nearest", nearest)


def say_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    """Print the version and leave."""
    if asked and not ctx.resilient_parsing:
        from coupe import __version__

        click.echo(f"coupe {__version__}")
        ctx.exit()


@click.pass_context
def greet(ctx: click.Context) -> None:
    """Without a verb: say what there is."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


coupe = Verbs(
    "coupe",
    callback=greet,
    invoke_without_command=True,
    help="Two-player games in plain Python, played and solved at native speed.",
    params=[
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=say_version,
            help="Show the version and exit.",
        ),
        lang_option(),
    ],
)


def verbs() -> Iterator[click.Command]:
    """Every verb, imported.

    >>> [verb.name for verb in verbs()][:2]
    ['play', 'analyse']
    """
    context = click.Context(coupe)
    for name in VERBS:
        command = coupe.get_command(context, name)
        assert command is not None
        yield command
