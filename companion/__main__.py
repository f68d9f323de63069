"""``python -m companion``: the same as ``companion``."""

from multiprocessing import freeze_support

from companion.cli import main

if __name__ == "__main__":
    freeze_support()  # the packaged program is also what `simulate --jobs` starts again on macOS and Windows
    main()
