"""A device in the network, on loopback, that a test switches off and on again."""

from __future__ import annotations

import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress


class Device(ABC):
    """Listens on a port of its own, the same after each switching on; each connection has a thread."""

    def __init__(self) -> None:
        self.port = 0
        self.on()

    @abstractmethod
    def serve(self, connection: socket.socket) -> None:
        """Talks to one client; an OSError ends it."""

    def on(self) -> None:
        """Switches it on."""
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        self.sockets = [self.listener]
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def off(self) -> None:
        """Switches it off: the port is closed, and so are all connections."""
        for one in self.sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                self.sockets.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            self.serve(connection)


def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Waits for what other threads bring about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.002)
