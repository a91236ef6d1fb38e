"""Self-play and training of the shipped networks. Needs a checkout, a C++ compiler and torch.

`python -m sommet.learn` trains every network from scratch: see docs/learning.md.
"""
