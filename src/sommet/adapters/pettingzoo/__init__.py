"""PettingZoo environments: `pylos_v1` and `pacal_v1` (extra `pettingzoo`).

Make one with `pylos_v1.env(preset="expert", render_mode="human")`. PettingZoo versions that have a
registry also know them as `Sommet/Pylos-v1` and `Sommet/Pacal-v1` once this module is imported.

The number after `v` goes up whenever observations, actions, rewards or rules change what an agent
sees or does.
"""

import pettingzoo

ENVIRONMENTS = {
    "Sommet/Pylos-v1": "sommet.adapters.pettingzoo.pylos_v1:env",
    "Sommet/Pacal-v1": "sommet.adapters.pettingzoo.pacal_v1:env",
}

if hasattr(pettingzoo, "aec_registry"):
    for _name, _entry_point in ENVIRONMENTS.items():
        if _name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", _name, _entry_point)
