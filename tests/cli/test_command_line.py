"""What all verbs share: help, errors in one sentence, exit codes, languages."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from coupe.cli import group
from coupe.cli.group import VERBS

Run = Callable[..., Result]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("verb", [None, *VERBS])
def test_help(run: Run, verb: str | None, language: str) -> None:
    result = run(*([verb] if verb else []), "--help", "--lang", language)
    assert result.exit_code == 0
    assert not result.stderr
    assert ("\nExamples:\n" if language == "en" else "\nExemples\u00a0:\n") in result.stdout
    assert f"  coupe {verb or ''}" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_every_verb_is_in_the_help(run: Run) -> None:
    listed = re.findall(r"^  ([a-z]+)  ", run().stdout, re.MULTILINE)
    assert listed == list(VERBS)


def test_every_example_is_a_command_line_that_parses() -> None:
    for verb in group.verbs():
        assert isinstance(verb, group.Verb)
        for example in verb.examples:
            words = shlex.split(example.replace('eval "$(', "").replace(')"', "").split(" | ")[0])
            assert words[:2] == ["coupe", verb.name]
            verb.make_context("coupe", words[2:])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("analise othello", "No verb is called analise: did you mean analyse?"),
        ("dance", "No verb is called dance; the verbs are play, analyse, solve,"),
        ("--dance", "No such option '--dance'."),
        ("analyse", "Missing argument 'GAME'."),
        ("analyse otello", "otello is not a game coupe knows: did you mean othello?"),
        ("analyse othello --dpeth 3", "No such option '--dpeth'. Did you mean '--depth'?"),
        ("analyse --dpeth=3 othello", "No such option '--dpeth'. Did you mean '--depth'?"),
        ("analyse othello -x", "No such option '-x'."),
        ("analyse othello --depth 0", "0 is not a whole number from 1 to 10000."),
        ("analyse othello --depth 1.5", "1.5 is not a whole number from 1 to 10000."),
        ("analyse othello --depth", "Option '--depth' requires an argument."),
        ("analyse othello --seconds nan", "nan is not a number of seconds: write more than 0."),
        ("analyse othello --seconds -1", "-1 is not a number of seconds: write more than 0."),
        ("analyse othello --seconds inf", "inf is not a number of seconds: write more than 0."),
        ("analyse othello --algorithm mini", "'mini' is not one of 'minimax', 'fail-hard',"),
        ("analyse othello --infinite --depth 3", "--infinite has no limit: write it without"),
        ("analyse othello f5d6zz", "Move 3: zz is not a legal move; the legal moves are"),
        ("analyse connect4:6x", "connect4: '' is not a number; parameters are written like"),
        ("analyse nowhere.py", "nowhere.py: no such file."),
        ("analyse othello --evaluate corners", "corners does not name a function: write"),
        ("analyse othello --evaluate no.py:f", "no.py: no such file."),
        ("solve tictactoe XO --file x", "Write a position or --file, not both."),
        ("solve tictactoe --file nowhere.txt", "nowhere.txt cannot be read: No such file or"),
        ("analyse connect4:width=6,width=7", "connect4: width is given twice."),
        ("solve tictactoe XXXOO....", "The game is over: there is nothing to search."),
        ("perft othello x", "x is not a whole number from 1 to 10000."),
        ("games extra", "Got unexpected extra argument (extra)"),
        ("games --lang tlh", "'tlh' is not one of 'en', 'fr'."),
        ("completion tcsh", "'tcsh' is not one of 'bash', 'zsh', 'fish'."),
        ("play tictactoe --level 99", "99 is not a whole number from 0 to 20."),
        ("play tictactoe --first levle:3", "levle:3 is not a player: did you mean level:3?"),
        ("play tictactoe --white human", "TicTacToe has no White: its players are X, who is first"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert not result.stdout
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("analise", "Aucun verbe ne s'appelle analise\u00a0: vouliez-vous dire analyse\u00a0?"),
        ("analyse", "Il manque l'argument 'JEU'."),
        ("analyse othello --dpeth 3", "L'option '--dpeth' n'existe pas. Vouliez-vous dire"),
        ("analyse othello --depth x", "Valeur incorrecte pour '--depth'\u00a0: x n'est pas un"),
        ("analyse othello --depth", "L'option '--depth' demande une valeur."),
        ("analyse othello --algorithm x", "'x' n'est pas l'un de 'minimax', 'fail-hard',"),
        ("games extra", "Argument de trop (extra)"),
        ("games --json=3", "L'option '--json' n'existe pas."),
        ("bench --json=3", "L'option '--json' ne prend pas de valeur."),
    ],
)
def test_a_mistake_is_told_in_french(run: Run, line: str, sentence: str) -> None:
    result = run("--lang", "fr", *line.split())
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "`coupe" in result.stderr
    assert "--help` en dit plus." in result.stderr


def test_a_board_that_begins_with_dashes_is_no_option(run: Run) -> None:
    board = "-" * 27 + "OX------XO" + "-" * 27
    assert run("perft", "othello", "1", board, "X").exit_code == 0
    assert run("perft", "othello", "1", f"{board} X").exit_code == 0


def test_the_words_of_a_position_need_no_quotes(run: Run) -> None:
    apart = run("perft", "othello", "1", "f5", "d6", "c3", "--json")
    together = run("perft", "othello", "1", "f5d6c3", "--json")
    assert apart.stdout == together.stdout


@pytest.mark.parametrize("args", [["--lang", "fr", "games"], ["games", "--lang=fr"]])
def test_the_language_before_or_after_the_verb(run: Run, args: list[str]) -> None:
    assert "Noir contre Blanc" in run(*args).stdout


def test_the_language_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUPE_LANG", "fr")
    assert "Noir contre Blanc" in run("games").stdout
    assert "Black against White" in run("games", "--lang", "en").stdout


def test_colours_and_none(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    green = "\x1b[1;32m"
    line = ["check", "examples/nowhere.py"]
    monkeypatch.setattr("coupe.check", lambda file, *, seed: [])
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[32m" in run(*line).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[32m" not in run(*line).stdout
    assert green not in run(*line).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(run: Run, shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert f"_COUPE_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("coupe an", "analyse"),
        ("coupe analyse oth", "othello"),
        ("coupe analyse othello --algo", "--algorithm"),
        ("coupe analyse othello --algorithm mt", "mtdf"),
        ("coupe --lang f", "fr"),
    ],
)
def test_completion(words: str, completed: str) -> None:
    asked = {
        "_COUPE_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    result = CliRunner(env=asked).invoke(group.coupe)
    assert f"plain,{completed}" in result.stdout.splitlines()


def test_a_fault_in_the_rules_of_a_user(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(spec: str) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("coupe.load", broken)
    result = run("perft", "othello", "1")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{__file__}, line ")
    assert "ZeroDivisionError: division by zero. (`coupe check` says more.)" in result.stderr


def test_a_fault_of_ours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coupe.load", None)
    result = run("perft", "othello", "1")
    assert result.exit_code == 1
    assert result.stderr.startswith("This is a fault of coupe (perft.py:")
    assert result.stderr.count("\n") == 1


VERBS_OF_A_GAME = ("analyse {} --depth 1", "solve {}", "perft {} 1", "compare {}", "check {}")


@pytest.mark.parametrize("line", VERBS_OF_A_GAME)
@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        (None, 2, "mine.py: no such file."),
        ("folder", 2, "mine.py cannot be read: Is a directory."),
        ("x = = 2\n", 1, "mine.py, line 1: invalid syntax."),
        ("x = 1 / 0\n", 1, "mine.py, line 1: it stops with ZeroDivisionError: division by zero."),
        ("x = 1\n", 1, "mine.py defines no game: write its rules in a class marked @game."),
        ("from coupe import game\n@game\nclass Mine:\n    pass\n", 1, "Mine has no State: write"),
    ],
)
def test_the_exit_code_says_whose_mistake_it_is(
    run: Run, tmp_path: Path, line: str, text: str | None, code: int, sentence: str
) -> None:
    """2: there is no such thing; 1: it is there, and it is broken."""
    file = tmp_path / "mine.py"
    if text == "folder":
        file.mkdir()
    elif text is not None:
        file.write_text(text, "utf-8")
    result = run(*(word.format(file) for word in line.split()))
    assert result.exit_code == code
    assert sentence in result.stderr + result.stdout
    assert (result.stderr + result.stdout).count("\n") == 1


RULE_THAT_IMPORTS = """\
from typing import NamedTuple
from coupe import game, u64

class State(NamedTuple):
    stones: u64

@game
class Mine:
    State = State
    def initial(): return State(5)
    def moves(s): return 6 if s.stones > 1 else 2
    def play(s, m): return State(s.stones - m)
    def over(s): return s.stones == 0
    def result(s):
        import math
        return -math.gcd(1, 1)
"""


def test_what_the_compiler_gives_up_on_is_the_users(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(RULE_THAT_IMPORTS, "utf-8")
    result = run("analyse", str(file), "--depth", "1")
    assert result.exit_code == 1
    assert "line 15" in result.stderr
    assert "fault of coupe" not in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_system_refuses_in_the_language_spoken(run: Run, tmp_path: Path) -> None:
    for line, reason in (
        (["solve", "tictactoe", "--file", "nowhere.txt"], "aucun fichier ni dossier de ce nom."),
        (["solve", "tictactoe", "--file", str(tmp_path)], "c'est un dossier."),
        (["solve", "tictactoe", "--file", ""], "'' ne se lit pas\u00a0: aucun fichier"),
    ):
        result = run(*line, "--lang", "fr")
        assert result.exit_code == 2
        assert reason in result.stderr


def test_each_seed_says_what_it_is_the_seed_of(run: Run) -> None:
    assert "The seed of the random games." in run("check", "--help").stdout
    assert "The seed of the keys of positions" in run("solve", "--help").stdout


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (KeyboardInterrupt(), 130, "\n"),
        (MemoryError(), 1, "There is not enough memory for this: ask for a smaller --table-mb.\n"),
        (OSError(28, "No space left on device"), 1, "The system refuses: No space left on device."),
    ],
)
def test_other_ends(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, sentence: str
) -> None:
    def end(spec: str) -> None:
        raise error

    monkeypatch.setattr("coupe.load", end)
    result = run("perft", "othello", "1")
    assert result.exit_code == code
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
