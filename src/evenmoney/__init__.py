"""Even Money: an online blackjack house."""

from evenmoney import compiled

compiled.install()
