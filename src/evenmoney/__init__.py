"""Even Money: an online blackjack house."""
