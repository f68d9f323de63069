"""One panel a game: what it shows and what is told to it by taps, each with a view model that needs no window."""
