"""What the rules say no to: stable codes with the place and reason; nothing has changed."""

from enum import StrEnum


class RefusalCode(StrEnum):
    """Why an answer was not taken."""

    NOT_OFFERED = "not_offered"
    ROUND_OVER = "round_over"
    NOT_ENOUGH_MONEY = "not_enough_money"


class Refusal(Exception):
    """An action that the round does not offer now; the round it was asked of is unchanged."""

    def __init__(self, code: RefusalCode, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
