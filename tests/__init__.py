"""The tests. A package, so that no installed package of this name comes before it."""
