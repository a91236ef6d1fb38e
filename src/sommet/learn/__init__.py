"""Self-play and training of the shipped networks. Needs a source checkout, a C++ compiler, torch.

`python -m sommet.learn` retrains everything from nothing: see docs/learning.md.
"""
