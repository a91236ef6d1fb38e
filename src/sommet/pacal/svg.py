"""Drawings of Pacal as SVG."""

from sommet.pacal.scene import Scene, SoloScene


def draw_svg(scene: Scene) -> str:
    """Return the scene as an SVG document."""
    return str(scene)


def draw_solo_svg(scene: SoloScene) -> str:
    """Return the solo scene as an SVG document."""
    return str(scene)
