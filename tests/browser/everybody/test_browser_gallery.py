"""The gallery in every theme, flat and in 3D: nothing fails, and texts and marks stand out.

The long run: `make gallery` builds it, `make look` photographs it.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_axe import SETTLED
from browser_chromium import Chromium
from browser_samples import faint

from gallery_photographs import BUILT, addresses, open_shelf, serve

pytestmark = [pytest.mark.browser, pytest.mark.soak]
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def gallery() -> Iterator[str]:
    assert (BUILT / "gallery.html").is_file(), "build it first: make gallery"
    with serve(BUILT) as url:
        yield url


@pytest.mark.parametrize(
    "query", [query for _, query in addresses()], ids=[name for name, _ in addresses()]
)
def test_a_shelf_of_the_gallery_stands_out(chromium: Chromium, gallery: str, query: str) -> None:
    context = chromium.new_context(
        viewport={"width": 1280, "height": 6000}, reduced_motion="reduce", device_scale_factor=2
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    open_shelf(page, gallery, query)
    page.evaluate(SETTLED)
    found = faint(page)
    context.close()
    assert (errors, found) == ([], [])


def test_screens_are_photographed(tmp_path: Path) -> None:
    """What `make look` and `make screenshots` run, for one screen."""
    program = ROOT / "scripts" / "pictures" / "screenshots.py"
    subprocess.run([sys.executable, program, tmp_path, "start"], check=True)
    names = {file.name for file in tmp_path.iterdir()}
    sizes, schemes = ("phone", "desktop"), ("light", "dark")
    assert names == {f"start-{size}-{scheme}.webp" for size in sizes for scheme in schemes}
