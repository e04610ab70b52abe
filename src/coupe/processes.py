"""Child processes, in which runs what is not trusted.

>>> import subprocess, sys
>>> process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, **APART)
>>> end(process)
>>> process.returncode != 0
True
"""

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any

APART: dict[str, Any] = {"start_new_session": True}
"""How to start a process that can be ended with all that it has started."""


def end(process: "subprocess.Popen[Any]") -> None:
    """End it, and whatever it has started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
