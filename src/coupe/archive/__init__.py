"""The file that remembers: games as they are played, analyses, lessons."""
