"""The screens, each a .py with its .kv, and the plain view models they show."""
