"""When each frame of the window was drawn, written down for ``python -m models.bench_app``.

The environment asks for it (``COMPANION_FRAME_TIMES``, a file), so that what is measured is the program as people start
it. Every turn of the window draws all of it anew then, as a camera of thirty frames a second makes it.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish


def write_frame_times(app: Any, path: Path) -> None:
    """From now on a line is added for each frame, a JSON object: ``at`` (seconds, as `time.time` counts them),
    ``screen`` (its name), ``looking`` (whether a picture is being looked at behind it).

    app: the `CompanionApp` that is about to run. path: written anew. Raises OSError.
    """
    file = path.open("w", encoding="utf-8", buffering=1)  # a line can be read as soon as it is there

    def drawn(_window: object) -> None:
        glFinish()  # until here it was only asked for
        if app.root is not None:
            looking = app.watch is not None and app.watch.looking
            file.write(json.dumps({"at": time.time(), "screen": app.root.current, "looking": looking}) + "\n")

    Window.bind(on_flip=drawn)
    Clock.schedule_interval(lambda _seconds: Window.canvas.ask_update(), 0)
