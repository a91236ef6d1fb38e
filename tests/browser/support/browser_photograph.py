"""What the page shows, pixel by pixel, and how far colours are apart."""

import io
from collections.abc import Sequence
from math import cos, pi, sin

from browser_axe import SETTLED
from PIL import Image
from playwright.sync_api import Page

#: How far a mark or a ball, and text, must stand out from what is behind it.
MARK, TEXT = 3.0, 4.5
Colour = tuple[int, int, int]
#: Directions in which something round is looked at.
ANGLES = 32


def luminance(colour: Sequence[int]) -> float:
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (part / 255 for part in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Photograph:
    """What the page shows, pixel by pixel, once nothing moves any more."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(SETTLED)
        self.image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")

    def pixel(self, x: float, y: float) -> Colour:
        colour = self.image.getpixel((int(x), int(y)))
        assert isinstance(colour, tuple)
        return colour[0], colour[1], colour[2]

    def around(self, x: float, y: float, reach: float) -> Colour:
        """Return the mean colour of a small square."""
        box = (int(x - reach), int(y - reach), int(x + reach) + 1, int(y + reach) + 1)
        colour = self.image.crop(box).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
        assert isinstance(colour, tuple)
        return colour[0], colour[1], colour[2]

    def middle(self, test_id: str) -> tuple[float, float, float]:
        """Return where the middle of a part is, and its width."""
        box = self.page.get_by_test_id(test_id).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]

    def extremes(self, test_id: str) -> tuple[Colour, Colour]:
        """Return the darkest and the lightest pixel in the middle of a part."""
        x, y, width = self.middle(test_id)
        return self.spread(x, y, width * 0.3)

    def spread(self, x: float, y: float, reach: float) -> tuple[Colour, Colour]:
        """Return the darkest and the lightest pixel of a square."""
        cut = self.image.crop((int(x - reach), int(y - reach), int(x + reach), int(y + reach)))
        pixels = [colour for _, colour in cut.getcolors(1 << 20) or []]
        coloured = [pixel for pixel in pixels if isinstance(pixel, tuple)]
        ordered = sorted(coloured, key=luminance)
        (red, green, blue, *_), (red2, green2, blue2, *_) = ordered[0], ordered[-1]
        return (red, green, blue), (red2, green2, blue2)

    def ray(self, x: float, y: float, angle: float, near: float, far: float) -> list[Colour]:
        """Return the pixels from `near` to `far` away from a place, in one direction."""
        return [
            self.pixel(x + at * cos(angle), y + at * sin(angle))
            for at in range(round(near), round(far) + 1)
        ]

    def outlined(self, x: float, y: float, near: float, far: float) -> int:
        """Return in how many of `ANGLES` directions what is round stands out from what is behind.

        It does so by itself or by its rim, looked at from `near`, within it, to `far`, beyond.
        """
        rays = (self.ray(x, y, 2 * pi * step / ANGLES, near, far) for step in range(ANGLES))
        return sum(_stands_out(ray) for ray in rays)


def _stands_out(ray: Sequence[Colour]) -> bool:
    inside, *rim, behind = ray
    return contrast(inside, behind) >= MARK or any(
        min(contrast(inside, edge), contrast(edge, behind)) >= MARK for edge in rim
    )
