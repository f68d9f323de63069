"""Whole games as video with truth: bots play through the engine, hands lay the cards, a camera films the table."""
