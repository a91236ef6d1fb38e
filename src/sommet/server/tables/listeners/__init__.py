"""Who looks at a table, what each of them is told, and what is heard of it from other processes."""
