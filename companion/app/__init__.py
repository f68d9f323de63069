"""The window: screens drawn with Kivy over view models in plain Python. No rule and no reading lives here.

Kivy reads its settings from the environment when it is first imported, so they are made here: it takes none of our
command line, writes no configuration and no log file, and keeps its log off the terminal. Of its window providers only
SDL's is left: another one ends the whole process where there is no display.
"""

from __future__ import annotations

import os

for _setting in ("KIVY_NO_ARGS", "KIVY_NO_CONFIG", "KIVY_NO_FILELOG", "KIVY_NO_CONSOLELOG"):
    os.environ.setdefault(_setting, "1")
os.environ.setdefault("KIVY_LOG_MODE", "MIXED")  # the default takes over stderr, and our messages with it
os.environ.setdefault("KIVY_WINDOW", "sdl2")
