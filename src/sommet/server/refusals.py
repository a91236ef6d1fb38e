"""Everything the server can refuse, each with a stable code and an English sentence.

The decisions are elsewhere, where `Refused("code")` is raised: for moves and requests at a table
in sommet/match/intents.py.

The language files of the page hold one text per code under `refused.{code}`; a test compares both.
"""

from sommet.errors import IllegalMove, InvalidMove, InvalidRecord, SommetError
from sommet.match.refused import Refused
from sommet.server.protocol.base import Refusal

#: Code, HTTP status where it can happen over HTTP, sentence with gaps.
REFUSALS: dict[str, tuple[int, str]] = {
    "malformed": (422, "The message could not be read: {why}."),
    "too_large": (413, "The message is too long."),
    "too_many_requests": (429, "Too many messages at once. Wait a moment."),
    "too_many_games": (429, "Too many unfinished games were started from here. Finish some first."),
    "too_many_uploads": (
        429,
        "Too many records were uploaded from here lately. Try again tomorrow.",
    ),
    "too_slow": (408, "The request took too long to arrive."),
    "server_busy": (503, "This server is full. Try again later."),
    "protocol_version": (400, "This page is too old for the server. Reload it."),
    "hello_expected": (400, "The first message must be hello."),
    "hello_repeated": (400, "hello was already sent."),
    "origin": (403, "This address may not connect to this server."),
    "no_such_table": (404, "This table does not exist."),
    "no_such_game": (404, "This table has no such game."),
    "no_such_replay": (404, "This replay does not exist."),
    "not_found": (404, "There is nothing at this address."),
    "method": (405, "This address does not accept that kind of request."),
    "bad_token": (403, "This link does not give you a seat at this table."),
    "bad_invite": (403, "This invitation is not valid."),
    "invite_used": (409, "This seat is already taken."),
    "no_bot": (401, "This token is not a program's, or it was revoked."),
    "bots_meet_bots": (
        403,
        "Programs can sit down opposite other programs only; people choose for themselves.",
    ),
    "too_many_bot_games": (429, "This program has as many seats and games as it may."),
    "signed_out": (401, "Nobody is signed in on this device."),
    "bad_name": (
        422,
        "A name has 2 to 20 letters or digits, with single hyphens or underscores between them.",
    ),
    "name_taken": (409, "This name is taken."),
    "other_name": (409, "This is not the name of your account."),
    "bad_passkey": (403, "The passkey could not be checked. Try again."),
    "unknown_passkey": (403, "This passkey belongs to no account here."),
    "passkeys_need_name": (
        422,
        "Passkeys need a server with a name: open the page as localhost, or by its name.",
    ),
    "bad_code": (403, "This recovery code belongs to no account here."),
    "bad_link": (403, "This link was used before, or is too old."),
    "no_such_device": (404, "Your account has no such device."),
    "last_device": (409, "This is your last passkey. Add another one first."),
    "no_such_player": (404, "Nobody here has this name."),
    "out_of_range": (409, "The player who waits here wants an opponent with another rating."),
    "no_such_challenge": (404, "This challenge is for another player, or it is gone."),
    "kept_apart": (409, "One of you has blocked the other."),
    "own_name": (409, "This is you."),
    "too_many_challenges": (409, "You have challenged too many. Take a challenge back first."),
    "challenged_enough": (
        429,
        "You have challenged this player often enough today, and they have not accepted.",
    ),
    "no_guests": (403, "This player takes no challenges from guests. Send them a link instead."),
    "guests_enough": (429, "Guests have challenged enough today. Send a link instead."),
    "too_many_blocks": (409, "You have blocked too many players. Unblock one first."),
    "no_slow_games": (403, "There are no games with days per move on this server."),
    "no_greetings": (403, "There are no greetings on this server."),
    "too_many_greetings": (429, "You have just said something. Wait a moment."),
    "too_many_reports": (429, "You have reported enough for today."),
    "too_many_devices": (409, "Your account has too many devices. Remove one first."),
    "too_many_accounts": (429, "Too many accounts were made from here lately. Try again tomorrow."),
    "no_such_tournament": (404, "There is no such tournament."),
    "tournament_over": (409, "This tournament is over."),
    "tournament_begun": (409, "This tournament has begun already."),
    "tournament_full": (409, "This tournament is full."),
    "not_entered": (409, "You are not taking part in this tournament."),
    "not_organiser": (403, "Only the organiser of this tournament can do that."),
    "may_not_organise": (403, "You may not create tournaments on this server."),
    "too_many_tournaments": (409, "There are too many unfinished tournaments."),
    "too_few_entrants": (409, "A tournament needs at least two players."),
    "for_programs": (403, "This tournament is for programs."),
    "for_people": (403, "This tournament is for people."),
    "arena_needs_clock": (422, "An arena needs a clock for the whole game, not days for a move."),
    "bad_start": (422, "A tournament begins in the future, within 90 days."),
    "bad_push_address": (422, "Notices cannot be sent to this address."),
    "no_such_push": (404, "This device does not receive notices."),
    "on_holiday": (409, "You are on holiday already."),
    "no_holiday": (409, "You are not on holiday."),
    "too_many_holidays": (409, "You have {days} days of holiday left in any twelve months."),
    "own_seat": (409, "This open seat is your own."),
    "too_many_seats": (429, "You have too many open seats. Withdraw one first."),
    "plays_in_page": (
        410,
        "Games against the computer, solo and on one screen are played in the page itself now. "
        "Earlier ones can still be viewed.",
    ),
    "no_such_preset": (422, "This game has no preset {preset}."),
    "no_such_ruling": (422, "This game has no ruling {name}."),
    "no_such_setting": (422, "{value} is not a valid setting for {name}."),
    "bad_record": (422, "The record has an error: {why}."),
    "replayed": (409, "This message was sent before."),
    "stale": (409, "The game has moved on."),
    "history_changed": (409, "The game was restored to an earlier state. Look at it again."),
    "unsettled": (503, "The server stopped before it knew whether this was saved. Look again."),
    "spectator": (403, "Spectators can only watch."),
    "waiting": (409, "The other player has not joined yet."),
    "game_over": (409, "The game is over."),
    "game_running": (409, "The game is still being played."),
    "round_over": (409, "The round is over. Ask for the next one."),
    "round_running": (409, "The round is still being played."),
    "not_your_turn": (409, "It is not your turn."),
    "unreadable_move": (422, "{move} is not a move."),
    "illegal_move": (409, "{move} is not allowed here."),
    "nothing_to_take_back": (409, "There is nothing to take back."),
    "no_takeback": (409, "Moves cannot be taken back in this game."),
    "no_draw": (409, "This game cannot be ended by agreeing a draw."),
    "proposed_already": (409, "You have already asked for that."),
    "no_proposal": (409, "Nobody has asked for that."),
    "own_proposal": (409, "The other player has to answer that."),
    "answer_first": (409, "Answer the other player's request first."),
    "asked_too_often": (409, "You have asked too often."),
    "taken_back_too_often": (409, "Moves were taken back too often in this game."),
    "table_full": (409, "This table has seen too many games. Open a new one."),
    "nobody_stalls": (409, "Nobody is holding the game up."),
    "too_early": (409, "It is too early: {seconds} s are left."),
    "nothing_to_claim": (409, "Nothing has been played that could be claimed."),
    "nobody_opposite": (409, "There is nobody opposite who could hand the seat back."),
    "no_invitation": (
        409,
        "Nobody was invited to this table, so its seats cannot be handed back. A seat taken with "
        "an account is there when you sign in.",
    ),
    "seat_held": (409, "This seat is occupied."),
    "seat_asked_already": (409, "Another player is asking for a seat here. Try again later."),
    "table_damaged": (500, "This table cannot be read. Its history is kept for the operator."),
    "unavailable": (503, "Moves cannot be saved at the moment. Try again soon."),
    "internal": (500, "Something went wrong on the server. Nothing was changed."),
}


#: What is wrong with a message, by the validator's name for it; anything else is a wrong value.
_MESSAGE_REASONS = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "string_too_long": "too-long",
    "json_invalid": "unreadable",
    "json_type": "unreadable",
}


def refuse_message(kind: str, where: str, why: str) -> Refused:
    """Return the refusal of a message whose part `where` the validator calls `kind`."""
    reason = _MESSAGE_REASONS.get(kind, "value" if where else "unreadable")
    return Refused("malformed", why=f"{where}: {why}" if where else why, where=where, reason=reason)


def refuse_record(error: InvalidRecord) -> Refused:
    """Return the refusal of a record that is broken."""
    params = {name: str(value)[:60] for name, value in error.params.items()}
    clause = params.pop("clause", None)
    return Refused(
        "bad_record",
        clause=clause,
        why=str(error),
        line=error.line,
        reason=error.reason,
        **params,
    )


def status_of(code: str) -> int:
    """Return the HTTP status that goes with a refusal."""
    return REFUSALS[code][0]


def wire_refusal(refused: Refused) -> Refusal:
    """Return a refusal as it goes over the wire."""
    return Refusal(
        code=refused.code,
        key=f"refused.{refused.code}",
        params=refused.params,
        clause=refused.clause,
        sentence=REFUSALS[refused.code][1].format(**refused.params),
    )


def refuse_move(move: str, error: SommetError) -> Refused:
    """Return the refusal for a move that the engine rejected."""
    if isinstance(error, IllegalMove):
        return Refused(
            "illegal_move", clause=error.clause, move=move, why=error.why, reason=error.reason
        )
    why = error.why if isinstance(error, InvalidMove) else str(error)
    return Refused("unreadable_move", move=move, why=why)
