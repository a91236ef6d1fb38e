"""Progress of long work: a bar on a terminal, elsewhere a line for each stage."""

import contextlib
import sys
import time
from collections.abc import Iterator

from tqdm import tqdm

from sommet.tablebase.verify import Progress


@contextlib.contextmanager
def show_stages() -> Iterator[Progress]:
    """Yield a function that shows the progress of the work on standard error."""
    began = time.monotonic()
    plainly = not sys.stderr.isatty()
    shown = ""
    with tqdm(
        total=1.0,
        miniters=0,
        bar_format="{desc} {percentage:3.0f}% |{bar}| {remaining}",
        disable=plainly,
    ) as bar:

        def progress(stage: str, share: float) -> bool:
            nonlocal shown
            if stage != shown:
                shown = stage
                if plainly:
                    print(f"{time.monotonic() - began:.1f} s: {stage}", file=sys.stderr, flush=True)
                bar.reset()
                bar.set_description_str(stage, refresh=False)
            bar.n = share
            bar.update(0)
            return True

        yield progress
