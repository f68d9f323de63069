"""Perception: pictures in, sightings out. Knows cards and tiles, no game."""
