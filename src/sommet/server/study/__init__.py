"""Study: analysis and hints, reviews of finished games, puzzles, the daily deal, levels.

Everything is computed by pure functions (`pylos_worth`, `pacal_worth`, `review`, `puzzles`,
`daily`, `levels`); `router` puts them behind addresses, `study_pool` keeps them off the event loop.
"""
