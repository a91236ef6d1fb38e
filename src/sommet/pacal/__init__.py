"""Pacal: a card duel on two pyramids, and a solo game. Rules PAC-1 to PAC-12.

`Round` is the full truth of a round, `View` what one seat may know, `Match` rounds until one seat
has won three, `Solo` the game for one.
"""

from sommet.pacal.actions import (
    Action,
    Build,
    Decline,
    Offer,
    Take,
    format_action,
    parse_action,
)
from sommet.pacal.building import legal_fields, refusals
from sommet.pacal.deal import (
    Deal,
    SoloDeal,
    format_deal,
    format_solo_deal,
    parse_deal,
    parse_solo_deal,
)
from sommet.pacal.match import Match
from sommet.pacal.options import RULINGS, Options, format_setting
from sommet.pacal.pyramid import Pyramid, format_pyramid, parse_pyramid
from sommet.pacal.refusals import FieldRefusal
from sommet.pacal.round import Round
from sommet.pacal.solo import Solo
from sommet.pacal.solo_view import SoloView
from sommet.pacal.view import View

__all__ = [
    "RULINGS",
    "Action",
    "Build",
    "Deal",
    "Decline",
    "FieldRefusal",
    "Match",
    "Offer",
    "Options",
    "Pyramid",
    "Round",
    "Solo",
    "SoloDeal",
    "SoloView",
    "Take",
    "View",
    "format_action",
    "format_deal",
    "format_pyramid",
    "format_setting",
    "format_solo_deal",
    "legal_fields",
    "parse_action",
    "parse_deal",
    "parse_pyramid",
    "parse_solo_deal",
    "refusals",
]
