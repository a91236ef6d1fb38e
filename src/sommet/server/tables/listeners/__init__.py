"""Who is connected to a table, what each viewer is sent, and what other processes report."""
