#!/bin/sh
# Checks the system libraries that OpenCV and Kivy load, a font with Chinese signs (companion/app/theme.py names those
# that are taken), and the venv module of Python; on Debian and Ubuntu installs what lacks, where it may (root, or sudo
# without a password), and else prints the one line to run.
# Use: setup/system_libraries.sh [PYTHON]. Exit 1 where nothing could work without what lacks.
set -eu
python=${1:-python3}

loads() { "$python" -c "import ctypes; ctypes.CDLL('$1')" 2>/dev/null; }
has_venv() { "$python" -c 'import ensurepip, venv' 2>/dev/null; }
has_software_renderer() {
    for driver in /usr/lib/*/dri/*_dri.so /usr/lib/dri/*_dri.so /usr/lib64/dri/*_dri.so; do
        [ -e "$driver" ] && return 0
    done
    return 1
}
has_chinese() {
    for font in /usr/share/fonts/*/*/NotoSans*CJK*-Regular.ttc /usr/share/fonts/*/*/NotoSans*SC-Regular.otf \
        /usr/share/fonts/*/wqy/wqy-*.ttc; do
        [ -e "$font" ] && return 0
    done
    return 1
}
# The package of libglib has another name since Debian 13 and Ubuntu 24.04.
glib_package() {
    if apt-cache show libglib2.0-0t64 >/dev/null 2>&1; then echo libglib2.0-0t64; else echo libglib2.0-0; fi
}

look() {
    needed=''  # nothing starts without these
    wanted=''  # only the window needs these: without a display, and for Chinese
    has_venv || needed="$needed $(basename "$python")-venv"
    loads libGL.so.1 || needed="$needed libgl1"
    loads libgthread-2.0.so.0 || needed="$needed $(glib_package)"
    loads libEGL.so.1 || wanted="$wanted libegl1"
    has_software_renderer || wanted="$wanted libgl1-mesa-dri"
    has_chinese || wanted="$wanted fonts-wqy-microhei"
}

look
[ -z "$needed$wanted" ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "Please install with the package manager of this system what these Debian packages hold:$needed$wanted"
elif [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; then
    as_root=''
    [ "$(id -u)" = 0 ] || as_root='sudo -n'
    echo "Installing system libraries:$needed$wanted"
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -qq || true
    look  # the package lists now tell which name libglib has
    # shellcheck disable=SC2086  # several packages, several words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends $needed $wanted >/dev/null || true
    look
    [ -z "$needed$wanted" ] && exit 0
    echo "These could not be installed:$needed$wanted"
else
    echo "Some system libraries lack. Please run:"
    echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends$needed$wanted"
fi

if [ -n "$needed" ]; then
    echo "Then run make again: nothing starts without$needed." >&2
    exit 1
fi
echo "Going on: only the window needs$wanted, on a machine without a display or for Chinese."
