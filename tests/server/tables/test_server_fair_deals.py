"""Deals that nobody can pick: the server's promise first, then a number from each page."""

import hashlib
import json

import pytest
from seat_client import RefusedByServer
from server_client import Api, ThreadServer
from sqlalchemy import delete, update

from sommet.match import events as ev
from sommet.pacal.deal import Deal, commit_secret, deck_from_parts
from sommet.seeding import Random
from sommet.server.storage import queries, schema

NUMBERS = ("a1" * 32, "b2" * 32)


async def test_cards_come_when_both_have_added_to_the_promise(
    server: ThreadServer, api: Api
) -> None:
    first, second = await api.friends("pacal")
    ada, bob = api.seat(first), api.seat(second)
    ada.adds_numbers = bob.adds_numbers = False
    async with ada, bob:
        promised, place = ada.snapshot["next_deal"], ada.snapshot["you"]["seat"]
        assert promised == bob.snapshot["next_deal"]
        assert promised["round"] == 1
        assert ada.snapshot["board"] is None
        with pytest.raises(RefusedByServer) as other:
            await ada.ask("next_round", sha256="0" * 64, number=NUMBERS[0])
        assert other.value.code == "stale"
        await ada.ask("next_round", sha256=promised["sha256"], number=NUMBERS[0])
        with pytest.raises(RefusedByServer) as again:
            await ada.ask("next_round", sha256=promised["sha256"], number=NUMBERS[1])
        assert again.value.code == "proposed_already"
        await bob.until(lambda: bob.snapshot["players"][place]["ready"])
        assert ada.snapshot["board"] is None, "nothing is dealt before the last number"
        assert not any(NUMBERS[0] in raw for raw in bob.raw), "nor is it shown to the other"
        # Going away and coming back changes nothing: no promise is made twice.
        await bob.leave()
        bob = api.seat(second)
        bob.adds_numbers = False
        async with bob:
            assert bob.snapshot["next_deal"] == promised
            server.app.state.registry._tables.clear()
            await bob.leave()
        async with api.seat(first) as ada_again, api.seat(second) as bob_again:
            await ada_again.until(lambda: ada_again.snapshot["board"] is not None)
            await bob_again.until(lambda: bob_again.snapshot["board"] is not None)
            for seat in (ada_again, bob_again):
                commitment = seat.snapshot["board"]["commitment"]
                assert commitment["sha256"] == promised["sha256"]
                assert commitment["numbers"][place] == NUMBERS[0]
                assert commitment["opening"] is None
            await ada_again.ask("resign")
            await bob_again.until(lambda: bob_again.over)
            commitment = bob_again.snapshot["board"]["commitment"]
    title, secret = commitment["opening"].splitlines()
    assert title == "pacal secret"
    assert commit_secret(secret) == promised["sha256"]
    assert str(Deal.from_deck(deck_from_parts(secret, commitment["numbers"]))) == commitment["deal"]


async def test_a_game_given_up_before_its_first_cards(api: Api) -> None:
    created = await api.open_both("pacal")
    both = api.both(created)
    for seat in both.seats:
        seat.adds_numbers = False
    async with both:
        await both.ask("resign")
        assert both.snapshot["outcome"]["reason"] == "resignation"
        record = await api.http.get(f"/api/tables/{created['table']}/record")
        assert record.status_code == 404
        for seat in both.seats:
            seat.adds_numbers = True
        await both.agree("rematch")
        for seat in both.seats:
            await seat.until(seat.has_cards)
        assert both.snapshot["game_number"] == 2


async def test_a_running_game_before_its_first_cards_has_no_record(api: Api) -> None:
    created, _ = await api.friends("pacal")
    for where in ("tables", "replays"):
        answer = await api.http.get(f"/api/{where}/{created['table']}/record")
        assert answer.status_code == 404, answer.text
    assert (await api.http.get(f"/api/tables/{created['table']}")).status_code == 200


async def test_tables_of_the_version_before(server: ThreadServer, api: Api) -> None:
    """It dealt by itself: such a round is opened as it was published, and the next one is fair."""
    engine = server.app.state.registry.services.store.engine
    created = await api.open_both("pacal")
    table = created["table"]
    deal, salt = str(Deal.from_seed(3)), "5a" * 32
    plain = {"kind": "dealt", "at_ms": 1, "round": 1, "deal": deal, "salt": salt}
    with engine.begin() as connection:
        # As it left the table after the deal: a friend, a start and the cards, and no chain.
        of_table = schema.events.c.table_id == table
        connection.execute(delete(schema.events).where(of_table, schema.events.c.seq > 2))
        text = json.dumps(plain, separators=(",", ":"))
        connection.execute(
            schema.events.insert().values(table_id=table, seq=3, data=text, mark=None)
        )
        connection.execute(
            update(schema.tables).where(schema.tables.c.id == table).values(seq=3, chain=None)
        )
    server.app.state.registry._tables.clear()
    async with api.both(created) as both:
        published = both.snapshot["board"]["commitment"]
        assert published["numbers"] is None
        await both.play_on(Random(1), until_over=False)
        opened = both.snapshot["board"]["commitment"]
        assert opened["opening"] == f"pacal deal\n{salt}\n{deal}\n"
        assert hashlib.sha256(opened["opening"].encode()).hexdigest() == published["sha256"]
        # And as it left a table between two rounds, without a promise.
        with engine.begin() as connection:
            row = queries.read_table(connection, table)
            assert row is not None
            assert isinstance(row.events[-1], ev.Promised)
            last = len(row.texts)
            connection.execute(delete(schema.events).where(of_table, schema.events.c.seq == last))
            link = row.links[-2]
            connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == table)
                .values(seq=last - 1, chain=link)
            )
    server.app.state.registry._tables.clear()
    async with api.both(created) as both:
        for seat in both.seats:
            await seat.until(lambda seat=seat: seat.snapshot["next_deal"] is not None)
        await both.next_round()
        assert both.snapshot["status"] == "playing"
        assert len(both.snapshot["board"]["commitment"]["numbers"]) == 2
