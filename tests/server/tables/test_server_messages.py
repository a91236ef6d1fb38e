import json
from pathlib import Path

import pytest
from record_messages import FOLDER, fold


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_recorded_messages_make_the_same_tables(path: Path) -> None:
    """As it does in the page, with the same files: web/tests/table/messages.test.ts."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert fold([message for message, _ in lines]) == [hashed for _, hashed in lines]
