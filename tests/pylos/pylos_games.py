"""Pylos positions for property tests: somewhere in a random game, under some rules."""

from hypothesis import strategies as st

from sommet.pylos import Options, State
from sommet.seeding import Random

all_options = st.builds(
    Options.preset,
    st.sampled_from(["children", "standard", "expert"]),
    takeback=st.sampled_from(["compulsory", "optional"]),
    reserve=st.sampled_from(["lose", "may-raise"]),
    repetition=st.sampled_from([None, 2, 3, 4]),
)


def random_walk(options, seed, plies):
    """Every state of a random game, up to `plies` moves or the end."""
    random = Random(seed)
    walk = [State.start(options)]
    while len(walk) <= plies and (moves := walk[-1].legal_moves):
        walk.append(walk[-1].play(moves[random.below(len(moves))]))
    return walk


@st.composite
def states(draw, options=all_options):
    chosen = draw(options)
    return random_walk(chosen, draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 70)))[-1]
