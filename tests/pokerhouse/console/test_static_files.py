"""The pages' files: sent small to whoever takes them so, and not again while they are the same."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pokerhouse.console.shell
from pokerhouse.console.shell.static_files import StaticFiles

PATH = "/static/shell/wire.js"
FILE = Path(pokerhouse.console.shell.__file__).parent / "static" / "shell" / "wire.js"


async def nowhere(_scope: Any, _receive: Any, _send: Any) -> None:
    raise AssertionError("this is a file")


def answer_to(**headers: str) -> tuple[int, dict[str, str], bytes]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": PATH, "method": "GET", "headers": given}
    asyncio.run(StaticFiles(nowhere)(scope, None, send))
    start, body = sent
    return (
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        body["body"],
    )


def test_a_file_is_compressed_for_whoever_takes_it_so() -> None:
    status, headers, body = answer_to(accept_encoding="gzip, br")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert gzip.decompress(body) == FILE.read_bytes()
    assert int(headers["content-length"]) == len(body) < FILE.stat().st_size / 2
    assert headers["vary"] == "Accept-Encoding"


def test_a_file_comes_as_it_is_for_whoever_does_not() -> None:
    status, headers, body = answer_to()
    assert status == 200
    assert "content-encoding" not in headers
    assert body == FILE.read_bytes()


def test_a_file_that_has_not_changed_is_not_sent_again() -> None:
    changed = answer_to(accept_encoding="gzip")[1]["last-modified"]
    status, headers, body = answer_to(accept_encoding="gzip", if_modified_since=changed)
    assert (status, body) == (304, b"")
    assert "content-encoding" not in headers
