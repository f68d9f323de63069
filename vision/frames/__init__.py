"""Frames of a table: from a camera, a phone's stream, a video or photos; the newest one wins, none piles up.

`open_source` finds out what the user named. `Capture` reads it in the background, keeps the newest frame, and finds a
lost camera again; `every_frame` gives a video or photos frame by frame for tests and replays, `held` each of them for a
while; `Recorder` films along.
"""

from vision.frames.cameras import Camera, cameras
from vision.frames.capture import Capture, State, Status
from vision.frames.frame import Frame, Live, Recorded, Source, SourceError, SourceFault, every_frame, held
from vision.frames.opening import Photos, open_source
from vision.frames.recorder import Recorder, RecordFault, RecordStatus

__all__ = [
    "Camera",
    "Capture",
    "Frame",
    "Live",
    "Photos",
    "RecordFault",
    "RecordStatus",
    "Recorded",
    "Recorder",
    "Source",
    "SourceError",
    "SourceFault",
    "State",
    "Status",
    "cameras",
    "every_frame",
    "held",
    "open_source",
]
