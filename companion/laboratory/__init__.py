"""The play-test laboratory: bots play whole games, and what happened is counted, with intervals."""
