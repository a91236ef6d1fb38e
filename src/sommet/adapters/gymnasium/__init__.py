"""Gymnasium environments: `Sommet/PacalSolo-v1` and `Sommet/PylosVsBot-v1` (extra `gymnasium`).

Importing this module registers them; `gymnasium.make("sommet.adapters.gymnasium:Sommet/…")` imports
it by itself. Versions of Gymnasium that look for the entry point group `gymnasium.envs` find them
without any import.

The number after `-v` goes up whenever observations, actions, rewards or rules change what an agent
sees or does.
"""

import gymnasium

ENVIRONMENTS = {
    "Sommet/PacalSolo-v1": "sommet.adapters.gymnasium.pacal_solo:PacalSolo",
    "Sommet/PylosVsBot-v1": "sommet.adapters.gymnasium.pylos_vs_bot:PylosVsBot",
}
#: Entry points for `gymnasium.make_vec`, which plays many games at once in the core.
VECTORS = {"Sommet/PacalSolo-v1": "sommet.adapters.gymnasium.pacal_solo_vector:PacalSoloVector"}


def register_environments() -> None:
    """Register every environment that is not registered yet."""
    for name, entry_point in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name, entry_point=entry_point, vector_entry_point=VECTORS.get(name)
            )


register_environments()
