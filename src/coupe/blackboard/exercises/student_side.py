"""What runs in the child process: a student's file, its function on tree after tree.

This file imports nothing of coupe: it is run by its path, in a process that has limits, and writes
what happens as a line of JSON each into a file.

>>> of_file("/a/b.py", [("/a/b.py", 3), ("/x/y.py", 9)])
3
"""

import contextlib
import faulthandler
import io
import json
import os
import sys
import traceback

MOST_OUTPUT = 100_000
MOST_LEAVES = 20_000

FORBIDDEN = {
    "os.system": "commands", "subprocess.Popen": "commands", "os.exec": "commands",
    "os.posix_spawn": "commands", "os.fork": "commands", "os.forkpty": "commands",
    "pty.spawn": "commands", "os.startfile": "commands", "os.kill": "commands", "os.killpg": "commands",
    "os.remove": "files", "os.rename": "files", "os.rmdir": "files", "os.mkdir": "files",
    "os.truncate": "files", "os.chmod": "files", "os.chown": "files", "os.link": "files",
    "os.symlink": "files", "shutil.rmtree": "files", "shutil.move": "files",
    "socket.connect": "network", "socket.bind": "network", "socket.getaddrinfo": "network",
}  # fmt: skip
"""What no exercise needs: these audit events end in an error. It guards against accidents."""


class Forbidden(Exception):
    """Something that a student's file may not do."""


class TooMuchOutput(Exception):
    """More was printed than anybody reads."""


def guard(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse what would change the machine."""
    if event in FORBIDDEN:
        raise Forbidden(FORBIDDEN[event])
    if event == "open":
        mode, flags = arguments[1], arguments[2]
        writing = isinstance(mode, str) and any(letter in mode for letter in "wax+")
        if writing or (isinstance(flags, int) and flags & 3):
            raise Forbidden("files")


class Output(io.TextIOBase):
    """Where what is printed goes: nowhere, but the first line of the file that prints is kept."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.line = 0
        self.count = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not self.line:
            frames = traceback.extract_stack()
            places = [(frame.filename, frame.lineno or 0) for frame in frames]
            self.line = of_file(self.path, places)
        self.count += len(text)
        if self.count > MOST_OUTPUT:
            raise TooMuchOutput
        return len(text)


def of_file(path: str, places: list[tuple[str, int]]) -> int:
    """The innermost line of a file among the places of a stack; 0 where there is none."""
    lines = [line for file, line in places if file == path]
    return lines[-1] if lines else 0


def limited(megabytes: int, seconds: int) -> None:
    """Keep memory, time and files within limits, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for what, most in (
        (resource.RLIMIT_AS, megabytes << 20),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 50_000_000),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def what_happened(error: BaseException, path: str) -> dict[str, object]:
    """An error, with the line of the student's file where it happened."""
    places = [
        (frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)
    ]
    line = of_file(path, places)
    if isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno or 0
    message = ""
    with contextlib.suppress(Exception):
        message = str(error.msg if isinstance(error, SyntaxError) else error)[:200]
    return {"error": type(error).__name__[:60], "message": message, "line": line}


def value_told(value: object) -> dict[str, object]:
    """A returned value, as plain data."""
    told: dict[str, object] = {"type": type(value).__name__[:60]}
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(value, float) and number:
        told["value"] = float(value)
    elif isinstance(value, int) and number and abs(value) < 10**18:
        told["value"] = int(value)
    return told


def main(folder: str, path: str, name: str, megabytes: int, seconds: int, patience: float) -> None:
    """Load the file, and run its function on each tree."""
    with open(f"{folder}/trees.json", encoding="utf-8") as file:
        trees = json.load(file)
    report = open(f"{folder}/report", "w", encoding="utf-8")  # noqa: SIM115
    watch = open(f"{folder}/watch", "w", encoding="utf-8")  # noqa: SIM115
    sys.dont_write_bytecode = True

    def tell(**data: object) -> None:
        report.write(json.dumps(data) + "\n")
        report.flush()

    with open(path, "rb") as source:
        text = source.read()
    sys.path.insert(0, os.path.dirname(path))
    output = Output(path)
    sys.stdout = sys.stderr = output
    limited(megabytes, seconds)
    sys.addaudithook(guard)

    def watched() -> None:
        faulthandler.dump_traceback_later(patience, exit=True, file=watch)

    leaves: list[object] = []
    used = [False]
    space: dict[str, object] = {
        "__name__": "student",
        "__file__": path,
        "evaluate": lambda leaf: leaf,
    }
    watched()
    try:
        exec(compile(text, path, "exec"), space)
    except BaseException as error:
        tell(loading=True, **what_happened(error, path))
        return
    function = space.get(name)
    code = getattr(function, "__code__", None)
    if not callable(function) or code is None:
        tell(loading=True, missing=True)
        return
    count = code.co_argcount - len(getattr(function, "__defaults__", None) or ())
    tell(line=code.co_firstlineno, arguments=code.co_argcount, needed=count)
    own_evaluate = space.get("evaluate")

    def evaluate(leaf: object, *more: object) -> object:
        used[0] = True
        if len(leaves) < MOST_LEAVES:
            leaves.append(leaf)
        return own_evaluate(leaf, *more) if callable(own_evaluate) else leaf

    entered: list[object] = []

    def recorded(tree: object, *more: object, **named: object) -> object:
        if not isinstance(tree, list) and len(entered) < MOST_LEAVES:
            entered.append(tree)
        return function(tree, *more, **named)

    space["evaluate"] = evaluate
    space[name] = recorded
    infinity = float("inf")
    given: list[object] = [True] if name == "minimax" else [-infinity, infinity, True]
    for number, tree in enumerate(trees):
        del leaves[:], entered[:]
        arguments = given[: max(0, code.co_argcount - 1)]
        watched()
        try:
            value = recorded(tree, *arguments)
        except BaseException as error:
            tell(tree=number, **what_happened(error, path))
            return
        plain = [leaf for leaf in (leaves if used[0] else entered) if isinstance(leaf, int)]
        tell(tree=number, leaves=plain, printed=output.line, **value_told(value))
    faulthandler.cancel_dump_traceback_later()
    tell(done=True, used=used[0])


if __name__ == "__main__":
    start, megabytes, seconds, patience = sys.argv[1:4], *sys.argv[4:7]
    main(start[0], start[1], start[2], int(megabytes), int(seconds), float(patience))
    # A thread that the file has left behind does not keep the process.
    os._exit(0)
