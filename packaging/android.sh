#!/bin/sh
# Lays out in build/android what the app needs there, and builds a debug package with buildozer, which has to be
# installed (pip install buildozer) with the JDK and the tools that its documentation names. See docs/android.md.
set -eu
house=$(cd "$(dirname "$0")/.." && pwd)
target=$house/build/android
rm -rf "$target"
mkdir -p "$target"
cp -R "$house/companion" "$house/vision" "$house/assets" "$house/packaging/main.py" "$target"
find "$target" -name __pycache__ -type d -prune -exec rm -rf {} +
rm -rf "$target/companion/commands" "$target/assets/lab" "$target/assets/demo"
cd "$house/packaging"
exec buildozer android debug
