"""Play a game of each with the installed package, and draw it; anything missing stops it."""

from importlib.metadata import version

from sommet import bots, pacal, pylos
from sommet.adapters.batch import PylosBatch


def main() -> None:
    players = [bots.make("pylos", "greedy"), bots.make("pylos", "search:200n")]
    game = pylos.State.start()
    while game.outcome is None:
        game = game.play(players[game.side].choose(game, seed=game.ply))
    print("pylos", game.outcome.winner, game.outcome.reason, len(game.to_svg()) > 1000)

    round_ = pacal.Round.deal(seed=1)
    builder = bots.make("pacal", "greedy")
    while round_.actor is not None:
        round_ = round_.play(builder.choose(round_.view(round_.actor), seed=1))
    print("pacal", round_.outcome.winner, round_.outcome.reason, len(round_.to_svg()) > 1000)

    solo = pacal.Solo.deal(seed=1)
    builder = bots.make("solo", "greedy")
    while solo.outcome is None:
        solo = solo.play(builder.choose(solo.view(), seed=1))
    print("solo", solo.outcome.winner, solo.outcome.reason, len(solo.to_svg()) > 1000)

    games = PylosBatch(8)
    games.step(games.sample())
    strongest = bots.levels("pacal")[-1].spec
    bots.make("pacal", strongest).choose(
        pacal.Round.deal(seed=2).view(pacal.Round.deal(seed=2).actor), seed=1
    )
    print("sommet", version("sommet"))


if __name__ == "__main__":
    main()
