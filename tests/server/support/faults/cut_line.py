"""A line to a database that can be cut: a TCP proxy in a thread."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Line:
    """Forwards to `port`; `cut` swallows everything in silence, `refuse` lets nobody in."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._loop = asyncio.new_event_loop()
        self._open = asyncio.Event()
        self._refusing = False
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()
        self.port = 0

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._open.set()

        async def listen() -> None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.port = self._server.sockets[0].getsockname()[1]
            self._ready.set()

        self._loop.run_until_complete(listen())
        self._loop.run_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refusing:
            writer.transport.abort()
            return
        self._writers.add(writer)
        try:
            there, away = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(away)
        await asyncio.gather(self._pump(reader, away), self._pump(there, writer))
        self._writers -= {writer, away}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()

    def cut(self) -> None:
        self._do(self._open.clear)

    def refuse(self) -> None:
        def refuse() -> None:
            self._refusing = True
            for writer in list(self._writers):
                writer.transport.abort()

        self._do(refuse)

    def mend(self) -> None:
        def mend() -> None:
            self._refusing = False
            self._open.set()

        self._do(mend)

    def _do(self, what: Callable[[], None]) -> None:
        """Let the thread do it; return when it is done."""

        async def do() -> None:
            what()

        asyncio.run_coroutine_threadsafe(do(), self._loop).result(60)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        async def end() -> None:
            assert self._server is not None
            self._server.close()
            for writer in list(self._writers):
                writer.transport.abort()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()
