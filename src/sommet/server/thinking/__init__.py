"""Computer moves and reviews, in processes of their own."""
