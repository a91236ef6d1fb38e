"""Who looks at a table, and what each of them is told: the events, and what else is different."""
