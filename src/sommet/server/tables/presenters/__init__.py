"""How each game shows itself to the page: what can be chosen, and boards built from views."""

from sommet.server.tables.presenters.face import Face
from sommet.server.tables.presenters.pacal import PacalFace
from sommet.server.tables.presenters.pylos import PylosFace
from sommet.server.tables.presenters.solo import SoloFace

#: By the kind of table: `pylos`, `pacal`, `solo`.
FACES: dict[str, Face] = {"pylos": PylosFace(), "pacal": PacalFace(), "solo": SoloFace()}

__all__ = ["FACES", "Face"]
