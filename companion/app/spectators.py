"""A page for those who look on, served to browsers of the same network while it is open: the table without secrets.

What it tells is what the table itself may see: the state and the actions as `Game.view` and `Game.view_action` leave
them for nobody in particular. It takes nothing but requests for the page, its words and its picture. No Kivy.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer

from companion.app.screens.table_view import LONGEST_NAME, SHOWN_TO_CAMERA, feed_of, points_of, turn_of, verdict_of
from companion.app.watch import Snapshot
from companion.asset_files import ASSETS
from companion.language import Language
from companion.rules.word_wars.telling import GAP
from companion.sheet_wording import game_title
from companion.wording import Wording
from vision.frames import Frame
from vision.photo import as_jpeg

PORT = 8733
_PAGE = ASSETS / "spectators" / "page.html"
_ROW = ("WW-3", "row")  # the finding that tells a row of the board of Word Wars
_ANYWHERE = ("203.0.113.1", 9)  # an address for documents: nothing is sent there


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows. headline: of the last ruling, in the tone of it; board: rows of letter tiles, a space where
    none lies; picture: changes with the picture, empty where there is none."""

    title: str
    turn: str = ""
    points: tuple[str, ...] = ()
    headline: str = ""
    tone: str = ""
    lines: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    feed: tuple[str, ...] = ()
    picture: str = ""


def shown_of(snapshot: Snapshot | None, language: Language) -> Shown:
    """A game as the page shows it."""
    play = snapshot.play if snapshot is not None else None
    if snapshot is None or play is None:
        return Shown(language.text("app.title"), language.text("app_settings.spectators_wait"))
    wording = Wording.of(play.game.NAME, language, LONGEST_NAME)
    verdict = verdict_of(snapshot.news, wording)
    told = play.game.describe(play.state, None)
    rows = [finding for finding in told if (finding.rule, finding.reason) == _ROW]
    return Shown(
        title=game_title(play.game.NAME, language),
        turn=turn_of(play, wording),
        points=tuple(words for _, words in points_of(play, wording)),
        headline=verdict.headline,
        tone=verdict.tone,
        lines=verdict.lines,
        board=tuple(str(row.data["tiles"]).replace(GAP, " ") for row in rows),
        state=tuple(wording.said(finding) for finding in told if finding not in rows),
        feed=tuple(feed_of(snapshot.news, wording).splitlines()),
        picture="" if (frame := _open_frame(snapshot)) is None else str(frame.number),
    )


def _open_frame(snapshot: Snapshot | None) -> Frame | None:
    """The newest picture, where it shows what all may see."""
    if snapshot is None or snapshot.play is None or snapshot.play.game.NAME in SHOWN_TO_CAMERA:
        return None
    return snapshot.frame


class SpectatorsPage:
    """Served from `start` to `close`. newest: how the game stands, asked for from any thread, with its language.

    fault: why it could not be served when that was tried last, None where it could.
    """

    def __init__(self, newest: Callable[[], tuple[Snapshot | None, Language]], port: int = PORT) -> None:
        self._newest, self._port = newest, port
        self._server: _Server | None = None
        self._serving: threading.Thread | None = None
        self.fault: OSError | None = None

    def start(self) -> None:
        """Serves the page, on another port where that one is taken."""
        if self._serving is not None:
            self._serving.join()  # the port is free then
        handler, self.fault = _handler(self._newest), None
        try:
            self._server = _bound(self._port, handler)
        except OSError as error:
            self.fault = error
            return
        self._serving = threading.Thread(target=_serve, args=(self._server,), name="spectators", daemon=True)
        self._serving.start()

    @property
    def address(self) -> str:
        """What is typed into a browser of the same network, empty while nothing is served."""
        return "" if self._server is None else f"http://{_own_address()}:{self._server.server_port}/"

    def close(self) -> None:
        """Serves nothing any more, within half a second; does not wait for that. May be called twice."""
        server, self._server, self.fault = self._server, None, None
        if server is not None:
            threading.Thread(target=server.shutdown, name="spectators end", daemon=True).start()


class _Server(ThreadingHTTPServer):
    """Asks no resolver for a name, and says nothing of a browser that went away."""

    def server_bind(self) -> None:
        """As HTTPServer does it, but for its `socket.getfqdn`, which may wait long for an answer."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def handle_error(self, request: object, client_address: object) -> None:
        """A connection that broke is no fault."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def _bound(port: int, handler: type[BaseHTTPRequestHandler]) -> _Server:
    try:
        return _Server(("", port), handler)
    except OSError:
        return _Server(("", 0), handler)


def _serve(server: _Server) -> None:
    with server:
        server.serve_forever()


def _own_address() -> str:
    """This machine as others of its network know it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _handler(newest: Callable[[], tuple[Snapshot | None, Language]]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers requests for the three things there are."""

        def do_GET(self) -> None:
            snapshot, language = newest()
            match self.path.partition("?")[0]:
                case "/":
                    self._answer("text/html; charset=utf-8", _PAGE.read_bytes())
                case "/now":
                    told = asdict(shown_of(snapshot, language)) | {"language": language.code}
                    self._answer("application/json", json.dumps(told).encode())
                case "/picture" if (frame := _open_frame(snapshot)) is not None:
                    self._answer("image/jpeg", as_jpeg(frame.image))
                case _:
                    self.send_error(HTTPStatus.NOT_FOUND)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is logged: the terminal is not for that."""

        def _answer(self, kind: str, content: bytes) -> None:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            self.wfile.write(content)

    return Handler
