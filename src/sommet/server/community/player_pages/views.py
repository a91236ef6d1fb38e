"""What the page of a person or a program says, and the leaderboard of people."""

from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import Connection

from sommet.server.community.listing import describe_options
from sommet.server.protocol import players as wire
from sommet.server.storage import players
from sommet.server.storage.ratings import read_ratings

GAMES_SHOWN = 50
OPPONENTS_SHOWN = 100
PEOPLE_SHOWN = 100
#: Programs play for months: of so many games streaks are counted, and so many points drawn.
STREAKS_OVER = 10_000
MOMENTS_SHOWN = 500
#: By points: 0, 1 or 2.
_RESULTS: tuple[wire.Result, wire.Result, wire.Result] = ("loss", "draw", "win")


@dataclass(frozen=True, slots=True)
class Known:
    """A person or program with a page; `player` is their id."""

    name: str
    created_ms: int
    player: str


def read_leaderboard(connection: Connection) -> list[wire.Ranking]:
    """Return people by rating, for each game and rules."""
    pools = []
    for _, group in groupby(players.read_people(connection), key=lambda each: each[1].pool):
        people = list(group)
        # A sort keeps the order of equals: the strongest first within each part.
        people.sort(key=lambda each: each[1].rating.provisional)
        setup = people[0][1].setup
        pools.append(
            wire.Ranking(
                game=setup.game,
                options=describe_options(setup),
                players=[
                    wire.RatedPerson(
                        name=name,
                        rating=standing.rating.shown,
                        provisional=standing.rating.provisional,
                        games=standing.rating.games,
                    )
                    for name, standing in people[:PEOPLE_SHOWN]
                ],
            )
        )
    return pools


def read_page(connection: Connection, whose: Known, *, rated: bool) -> wire.PlayerPage:
    """Return the page of a person or a program; without ratings where nobody is rated."""
    scores = players.read_scores(connection, whose.player)
    points = players.read_points(connection, whose.player, STREAKS_OVER)
    played = read_games(connection, whose.player, None)
    return wire.PlayerPage(
        name=whose.name,
        created_ms=whose.created_ms,
        ratings=_ratings(connection, whose.player) if rated else [],
        wins=sum(each.wins for each in scores),
        draws=sum(each.draws for each in scores),
        losses=sum(each.losses for each in scores),
        streak=current_streak(points),
        best_streak=best_streak(points),
        opponents=[
            wire.AgainstOne(
                opponent=each.opponent, wins=each.wins, draws=each.draws, losses=each.losses
            )
            for each in scores[:OPPONENTS_SHOWN]
        ],
        games=played.games,
        more=played.more,
    )


def read_games(
    connection: Connection,
    player: str,
    before: players.GamePlace | None,
    against: str | None = None,
) -> wire.PlayedGames:
    """Return a player's games, or those of two players, latest first, after a given one."""
    found = players.read_results(connection, player, GAMES_SHOWN + 1, before, against)
    shown = found[:GAMES_SHOWN]
    return wire.PlayedGames(
        games=[
            wire.PlayedGame(
                table=game.place.table,
                game_number=game.place.game_number,
                game=game.setup.game,
                opponent=game.opponent,
                began=game.began,
                result=_RESULTS[game.points],
                finished_ms=game.place.finished_ms,
            )
            for game in shown
        ],
        more=str(shown[-1].place) if len(found) > len(shown) else None,
    )


def current_streak(points: list[int]) -> int:
    """Return the current streak: games won in a row, or negative for games lost in a row."""
    length = next((at for at, each in enumerate(points) if each != points[0]), len(points))
    return 0 if not points or points[0] == 1 else length if points[0] == 2 else -length


def best_streak(points: list[int]) -> int:
    """Return the longest winning streak."""
    return max((len(list(run)) for won, run in groupby(points) if won == 2), default=0)


def _ratings(connection: Connection, player: str) -> list[wire.OwnRating]:
    history = players.read_history(connection, player, MOMENTS_SHOWN)
    return [
        wire.OwnRating(
            game=each.setup.game,
            options=describe_options(each.setup),
            rating=each.rating.shown,
            provisional=each.rating.provisional,
            games=each.rating.games,
            history=[
                wire.RatedMoment(at_ms=at_ms, rating=rating)
                for at_ms, rating in history.get(each.pool, ())
            ],
        )
        for each in read_ratings(connection, [player])
    ]
