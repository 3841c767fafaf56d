"""What a table says no to: stable codes and a sentence for the player; nothing has changed."""

from enum import StrEnum


class Code(StrEnum):
    """Why a message to a table was not taken."""

    NO_SUCH_TABLE = "no_such_table"
    TABLE_TAKEN = "table_taken"
    TABLE_STOPPED = "table_stopped"
    NOT_KEPT = "not_kept"
    TOO_MANY_TABLES = "too_many_tables"
    NO_SEAT = "no_seat"
    NOT_JOINED = "not_joined"
    NOT_YOUR_STREAM = "not_your_stream"
    BUSY = "busy"
    OUT_OF_ORDER = "out_of_order"
    BETTING_CLOSED = "betting_closed"
    GAME_CLOSED = "game_closed"
    STALE_DECISION = "stale_decision"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_OFFERED = "not_offered"
    NOT_ENOUGH_MONEY = "not_enough_money"
    WALLET_AWAY = "wallet_away"
    WALLET_REFUSED = "wallet_refused"
    INSUFFICIENT_BONUS_BALANCE = "insufficient_bonus_balance"
    NO_SUCH_BONUS = "no_such_bonus"
    BONUS_NOT_TAKEN = "bonus_not_taken"
    BONUS_EXPIRED = "bonus_expired"
    BONUS_ACTIVE = "bonus_active"
    BETS_LIE = "bets_lie"
    NO_HINTS = "no_hints"
    ABOVE_LIMIT = "above_limit"
    BELOW_MINIMUM = "below_minimum"
    OFF_STEP = "off_step"
    NO_SUCH_BOX = "no_such_box"
    TOO_MANY_BOXES = "too_many_boxes"
    BOX_TAKEN = "box_taken"
    NOT_ENOUGH_ON_BOX = "not_enough_on_box"
    NO_BETS = "no_bets"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_SUCH_ROUND = "no_such_round"
    ALREADY_VOID = "already_void"
    NO_SUCH_CALL = "no_such_call"
    NOT_OPEN = "not_open"
    RECORD_DIFFERS = "record_differs"
    PART_USED = "part_used"
    PART_MISSING = "part_missing"
    PART_DIFFERS = "part_differs"
    PART_NOT_WANTED = "part_not_wanted"


class TableRefusal(Exception):
    """A command that the table does not take; the table is as it was."""

    def __init__(self, code: Code, reason: str, field: str | None = None) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.field = field
