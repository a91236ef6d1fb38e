"""A way out where somebody does not go on: said beforehand, then claimed or left."""

import pytest
from seat_client import RefusedByServer
from server_client import Api

from sommet.match import limits, stalling


async def test_the_table_says_beforehand_who_is_waited_for(api: Api) -> None:
    first, second = await api.friends("pylos", seat="light", clock={"minutes": 5})
    async with api.seat(first) as light, api.seat(second) as dark:
        stall = dark.snapshot["stall"]
        assert (stall["seat"], stall["may_claim"]) == (0, False)
        wait_ms = stall["until_ms"] - dark.snapshot["server_ms"]
        assert 0 < wait_ms <= limits.STANDSTILL_MS
        assert light.snapshot["stall"] == stall, "whoever is waited for is told too"
        for intent in ("leave", "claim"):
            with pytest.raises(RefusedByServer) as refused:
                await dark.ask(intent)
            assert refused.value.code == "too_early"
        await light.play("1a1")
        await dark.until(lambda: dark.snapshot["ply"] == 1)
        assert dark.snapshot["stall"] is None, "now the clock runs"
    first, second = await api.friends("pylos", seat="light")
    async with api.seat(first) as light:
        await light.play("1a1")
        stall = light.snapshot["stall"]
        assert (stall["seat"], stall["may_claim"]) == (1, True)
        assert stall["until_ms"] - light.snapshot["server_ms"] > limits.STANDSTILL_MS


async def test_a_game_that_is_not_begun_is_left_without_a_result(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await api.friends("pylos", seat="light")
    monkeypatch.setattr(stalling, "STANDSTILL_MS", 0)
    async with api.seat(first) as light, api.seat(second) as dark:
        with pytest.raises(RefusedByServer) as refused:
            await light.ask("leave")
        assert refused.value.code == "nobody_stalls"
        await dark.ask("leave")
        await light.until(lambda: light.over)
        assert light.snapshot["outcome"]["reason"] == "left"
        assert light.snapshot["outcome"]["winner"] is None
        record = (await api.http.get(f"/api/tables/{first['table']}/record")).text
        assert '[Result "*"]' in record
        await light.ask("propose", what="rematch", ply=0)
        await dark.answer("rematch", accept=True)
        assert dark.snapshot["game_number"] == 2


async def test_a_game_that_somebody_abandoned_is_claimed(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await api.friends("pylos", seat="light")
    async with api.seat(first) as light:
        await light.play("1a1")
        monkeypatch.setattr(stalling, "UNTIMED_MS", 0)
        await light.ask("claim")
        assert light.snapshot["outcome"] == {"winner": 0, "reason": "abandoned", "clause": None}
    record = (await api.http.get(f"/api/tables/{first['table']}/record")).text
    assert '[Reason "abandoned"]' in record
