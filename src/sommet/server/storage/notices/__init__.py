"""What is kept about slow games: whose turn it is, who is told of it, who is on holiday."""
