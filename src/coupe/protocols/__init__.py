"""coupe inside other people's programs."""
