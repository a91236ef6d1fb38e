"""What may be a name, and how recovery codes are read."""

import pytest

from sommet.server.protocol.names import look_of, name_key, new_name_key, readable_name
from sommet.server.storage.accounts import hash_recovery_code, new_recovery_code


@pytest.mark.parametrize(
    "good", ["Zo\u00e9", "a1", "Jan-Willem", "x_y_z", "\u0141ukasz", "A" * 20, "\u00c9mile2"]
)
def test_names_are_names(good: str) -> None:
    assert name_key(good) is not None
    assert new_name_key(good) == name_key(good)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "a",
        "A" * 21,
        "a b",
        "-ab",
        "ab-",
        "a--b",
        "a\u200bb",
        "\u0430\u0431",
        "Somebody",
        "h\u00f6st",
        "a.b",
        "<b>",
    ],
)
def test_what_is_no_name_is_refused(bad: str) -> None:
    assert name_key(bad) is None
    assert new_name_key(bad) is None


@pytest.mark.parametrize(
    "bad",
    ["adm1n", "H0st", "\u0262uest", "\u0251da", "\u0261uy", "\u0196da", "\ua78cada", "S0MMET"],
)
def test_nobody_can_look_like_the_host_or_write_in_letters_that_look_like_others(bad: str) -> None:
    assert new_name_key(bad) is None


def test_names_that_look_alike_are_the_same() -> None:
    assert name_key("Zo\u00e9") == name_key("ZOE") == name_key("zoe\u0301")
    assert name_key("Jan-W") != name_key("JanW")
    for one, other in (
        ("Paul", "PauI"),
        ("Paul", "pau1"),
        ("Otto", "0tt0"),
        ("S\u00f8ren", "Soren"),
        ("\u0110or\u0111e", "\u00d0or\u00f0e"),
        ("\u0141ukasz", "lukasz"),
        ("Jan-W", "Jan_W"),
    ):
        keys = [name_key(each) for each in (one, other)]
        assert look_of(keys[0] or "") == look_of(keys[1] or "?"), one
    assert look_of("anna") != look_of("anne")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \u00a0 Lovelace ", "Ada Lovelace"),
        ("\u202eadA\u202c", "adA"),
        ("A\u200bd\ufeffa\u2028", "Ada"),
        ("A\U000e0064da", "Ada"),
        ("Z" + "\u0335" * 20, "Z" + "\u0335" * 3),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u0e19\u0e49\u0e33", "\u0e19\u0e49\u0e33"),
    ],
)
def test_of_a_guests_name_what_can_be_seen_is_shown(typed: str, shown: str) -> None:
    assert readable_name(typed) == shown


@pytest.mark.parametrize("unseen", ["\u200b", " ", "\u3164\u2800", "\u200d", "\u202e\u202c"])
def test_a_name_that_nobody_sees_is_none(unseen: str) -> None:
    with pytest.raises(ValueError, match="something to read"):
        readable_name(unseen)


def test_a_recovery_code_can_be_typed_carelessly() -> None:
    code = new_recovery_code()
    assert len(code) == 29
    careless = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert hash_recovery_code(careless) == hash_recovery_code(code)
    assert hash_recovery_code(new_recovery_code()) != hash_recovery_code(code)
