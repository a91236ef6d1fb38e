"""Notices on people's devices by Web Push: slow games, deadlines, challenges."""
