"""Where the app begins on Android: python-for-android starts the file of this name (see docs/android.md)."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "Android")  # the app would ask for a desktop's, as Python says it is on Linux

from companion.app.application import open_window, run_companion
from companion.language import Language

open_window(Language.load())
run_companion()
