"""Server processes without their start-up: forked from a process that has imported everything.

`sommet serve` spends two seconds of processor on imports. Tests that kill and start servers many
times ask a fork server for them: a child of it runs the same command, in a session of its own.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any


class Child:
    """A process of the fork server, with as much of `Popen` as tests use."""

    def __init__(self, fork_server: "ForkServer", pid: int) -> None:
        self._fork_server = fork_server
        self.pid = pid

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def send_signal(self, which: int) -> None:
        os.kill(self.pid, which)

    def wait(self) -> int:
        """Return its exit status when it has ended; minus the signal that ended it."""
        return self._fork_server.ask(wait=self.pid)


class ForkServer:
    """A process that waits for orders and forks."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        atexit.register(self.close)

    def ask(self, **order: Any) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def start(self, arguments: list[str], env: dict[str, str]) -> Child:
        """Return a process that runs `sommet ARGUMENTS`; what it prints is not kept."""
        return Child(self, self.ask(arguments=arguments, env=env))

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@cache
def fork_server() -> ForkServer:
    """Return the fork server of this test process."""
    return ForkServer()


def _run(arguments: list[str], env: dict[str, str]) -> int:
    """Be the child: a session of its own, silent, with the command's exit status."""
    from sommet.cli.main import main

    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["sommet", *arguments]
    return main(arguments)


def _serve() -> None:
    import sommet.cli.hosting.serve
    import sommet.server.run  # noqa: F401 - what takes the time

    orders, answers = os.fdopen(0, "r", closefd=False), os.fdopen(1, "w", closefd=False)
    for line in orders:
        order = json.loads(line)
        if "wait" in order:
            _, status = os.waitpid(order["wait"], 0)
            answer = os.waitstatus_to_exitcode(status)
        else:
            answer = os.fork()
            if answer == 0:
                sys.exit(_run(order["arguments"], order["env"]))
        answers.write(f"{answer}\n")
        answers.flush()


if __name__ == "__main__":
    sys.path.remove(str(Path(__file__).parent))
    _serve()
