"""The text terminal: printing, asking, and hiding one player's screen from the other."""

import os
import sys

#: Clears the screen and what was scrolled off it, so that a hand cannot be scrolled back to.
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class LeaveTable(Exception):  # noqa: N818 - it is a wish, not an error
    """The player wants to stop; `can_ask` says whether anybody is there to be asked."""

    def __init__(self, *, can_ask: bool) -> None:
        self.can_ask = can_ask
        super().__init__("leave")


class Console:
    """Reads lines and prints text; `plain` leaves out everything a screen reader stumbles over."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_terminal:
            _load_line_editing()

    def say(self, text: str = "") -> None:
        """Print a line or several."""
        print(text, flush=True)

    def ask(self, prompt: str) -> str:
        """Return the player's line, without spaces around it.

        Raises:
            LeaveTable: at the end of the input, or for Ctrl-C.
        """
        try:
            return input(prompt if prompt.endswith(" ") else f"{prompt} ").strip()
        except EOFError:
            self.say()
            raise LeaveTable(can_ask=self.is_terminal) from None
        except KeyboardInterrupt:
            self.say()
            raise LeaveTable(can_ask=True) from None

    def clear(self) -> None:
        """Clear the screen, so that earlier text can no longer be read."""
        self.say(_CLEAR if self.is_terminal else "\f")

    def hand_over(self, name: str) -> None:
        """Hide the screen and wait until `name` sits in front of it."""
        self.clear()
        self.ask(f"Pass the screen to {name}. {name}, press Enter when you are ready.")
        self.clear()


def _load_line_editing() -> None:
    """Give `input` arrow keys and history where the system has them."""
    if os.environ.get("TERM") == "dumb":
        return
    try:
        import readline  # noqa: F401
    except ImportError:  # not on every system, and the game does not need it
        return
