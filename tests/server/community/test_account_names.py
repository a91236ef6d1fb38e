"""What may be a name, and how recovery codes are read."""

import pytest

from sommet.server.storage.accounts import hash_recovery_code, name_key, new_recovery_code


@pytest.mark.parametrize(
    "good", ["Zo\u00e9", "a1", "Jan-Willem", "x_y_z", "\u0141ukasz", "A" * 20, "\u00c9mile2"]
)
def test_names_are_names(good: str) -> None:
    assert name_key(good) is not None


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


def test_names_that_look_alike_are_the_same() -> None:
    assert name_key("Zo\u00e9") == name_key("ZOE") == name_key("zoe\u0301")
    assert name_key("Jan-W") != name_key("JanW")


def test_a_recovery_code_can_be_typed_carelessly() -> None:
    code = new_recovery_code()
    assert len(code) == 29
    careless = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert hash_recovery_code(careless) == hash_recovery_code(code)
    assert hash_recovery_code(new_recovery_code()) != hash_recovery_code(code)
