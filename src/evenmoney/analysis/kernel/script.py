"""A box's round written as table rows, so that a card is one look-up and many go in step.

A *move* is what a card does to a round: where in the table its next row begins, and whether it
goes on taking cards (the players' hands, then the dealers') or waits for the dealer's turn. The
lowest moves lead to no row but are *endings*: what the hand was (its *kind*), what the dealer came
to, and whether it was insured. Rows lie close together, so that they stay in the nearest cache.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.kinds import (
    ENDINGS,
    FINAL_BITS,
    FINAL_NATURAL,
    HAND_ENDINGS,
    INSURED,
    KINDS,
    UNPLAYED,
    Kind,
    outcome_of,
    stood,
    waits,
)
from evenmoney.analysis.kernel.plain import (
    BLACKJACK,
    BUST,
    CHARLIE,
    EVEN_MONEY,
    LOSE,
    PUSH,
    SURRENDERED,
    WIN,
)
from evenmoney.analysis.kernel.plates import (
    DOUBLE_FIRST,
    HIT_FIRST,
    SPLIT_FIRST,
    Plates,
    press_plates,
)
from evenmoney.analysis.kernel.sheet import (
    ACE,
    AFTER_SPLIT,
    CHARLIE_NEVER,
    DOUBLE,
    HANDS,
    HIT,
    HOLE_FIRST,
    NO_HOLE,
    SOFT,
    SPLIT,
    STAGES,
    STAND,
    SURRENDER,
    TEN,
    UNSPLIT,
    Sheet,
    one_card,
    two_card_hand,
    with_card,
)
from evenmoney.analysis.kernel.vectors import permutes_bytes

GOES_ON: Final = 1
"""The lowest bit of a move: whether the round goes on taking cards."""
CELL_SHIFT: Final = 4
"""A move's higher bits tell the cell that rounds which made it are counted in."""

NATURAL_HAND: Final = SOFT + 21
NATURAL_OPENINGS: Final = 1000
"""Where in the openings those begin under which the dealer's peek finds a natural."""


ROWS_BEGIN: Final = 8 * ENDINGS
"""Where rows begin in the table, endings being eight apart below them."""
CARDS_OF_ROW: Final = 10
SPLIT_MOVE: Final = ROWS_BEGIN << 1
"""The first row stands for a split, which is dealt by itself."""

Moves = NDArray[np.uint16] | NDArray[np.uint32]
"""A table of moves, as narrow as the number of rows allows."""


class Script(NamedTuple):
    """The tables that rounds are dealt by, and what endings are worth."""

    cards: int
    cut: int
    boxes: int
    max_hands: int
    opening_cards: int
    longest: int
    """Cards that a round of one box without a split can't pass."""
    second_at: int
    """Places, from the round's start, of the first box's second card, the upcard, the hole card."""
    up_at: int
    hole_at: int
    peeks: bool
    looks: bool
    """Whether bust hands wait for the second card of a dealer without a hole card."""
    insures: bool
    insures_naturals: bool
    charlie: int
    """Cards with which a hand wins that isn't bust."""
    bet: int
    side_bet: int
    cap: int
    abreast: bool
    """Whether rounds of one box are dealt in vectors by the plates, not in lists by rows."""
    plates: Plates
    openings: Moves
    """[natural part + first * 100 + second * 10 + upcard] -> move."""
    after_split: Moves
    """[no split left * 2000 + split card * 200 + upcard * 16 + card] -> move."""
    moves: Moves
    """[where a row begins + card] -> move."""
    kinds: NDArray[np.uint8]
    """[cell] -> kind, for rows of hands that have come to something."""
    dealer: NDArray[np.uint8]
    """[hand << 4 | card] -> the dealer's hand."""
    finals: NDArray[np.uint8]
    """[hand] -> what the dealer came to, `UNPLAYED` while he draws."""
    reachable: NDArray[np.int64]
    """All endings that a round without a split can have."""
    round_net: NDArray[np.int64]
    """[round's ending] -> net in units, insurance and cap included."""
    round_stake: NDArray[np.int64]
    """[round's ending] -> stake in units."""
    hand_net: NDArray[np.int64]
    """[later * 256 + hand's ending] -> net of a box's first and of its later hands, no more."""


@dataclass(frozen=True)
class Drawing:
    """A row: a hand that takes a card, hit or doubled."""

    action: int
    up: int
    hand: int
    held: int


@dataclass(frozen=True)
class Waiting:
    """A row: a box that has come to `kind`, before the dealer's second card."""

    kind: int
    up: int


@dataclass(frozen=True)
class Dealer:
    """A row: the dealer, who holds one card or more (2), against a kind."""

    kind: int
    insured: bool
    hand: int
    held: int


Row = Drawing | Waiting | Dealer | None


class Writer:
    """Numbers rows as they are first met, and writes the moves of each."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.order: list[Row] = [None]
        self.numbers: dict[Row, int] = {None: 0}

    def row(self, row: Row) -> int:
        """The move to a row; it is written later if it is new."""
        if row not in self.numbers:
            self.numbers[row] = len(self.order)
            self.order.append(row)
        begins = ROWS_BEGIN + CARDS_OF_ROW * self.numbers[row]
        return begins << 1 | (row is not None and not isinstance(row, Waiting))

    def row_of(self, move: int) -> Row:
        """The row that a move leads to."""
        return self.order[((move >> 1) - ROWS_BEGIN) // CARDS_OF_ROW]

    def write(self) -> tuple[Moves, NDArray[np.uint8]]:
        """The moves and the kinds of all rows that can be reached from those numbered so far."""
        # Writing a row's moves numbers new rows, which the same loop then comes to.
        written = [[self.move(row, card) for card in range(CARDS_OF_ROW)] for row in self.order]
        moves = np.zeros(ROWS_BEGIN + CARDS_OF_ROW * len(written), dtype=np.uint32)
        moves[ROWS_BEGIN:] = np.array(written, dtype=np.uint32).reshape(-1)
        kinds = np.zeros(cells(moves), dtype=np.uint8)
        for row in self.order:
            if isinstance(row, Waiting):
                kinds[self.row(row) >> CELL_SHIFT] = row.kind
        return narrow(moves, moves), kinds

    def move(self, row: Row, card: int) -> int:
        """What a card does to a row."""
        match row:
            case None:
                return 0
            case Drawing():
                return self.draw_move(row, card)
            case Waiting():
                return self.waiting_move(row, card)
            case Dealer():
                return self.dealer_move(row, card)

    # ---- the player's hand

    def opening(self, natural: bool, first: int, second: int, up: int) -> int:
        """The move of the first cards; `natural` tells of the dealer's, where he peeks."""
        sheet = self.sheet
        hand = two_card_hand(first, second)
        if hand == NATURAL_HAND:
            return self.wait(self.natural_kind(natural, up), up)
        if natural:
            return self.wait(Kind.LOST_AT_ONCE, up)
        return self.first_action(hand, int(sheet.two_cards[UNSPLIT, first, second, up]), up)

    def natural_kind(self, natural: bool, up: int) -> int:
        """What a natural comes to before the players' turn."""
        if self.sheet.hole == NO_HOLE:
            return Kind.NATURAL
        if up == ACE and self.sheet.even_money:
            return Kind.EVEN_MONEY
        return Kind.PUSHED_AT_ONCE if natural else Kind.BLACKJACK

    def first_action(self, hand: int, action: int, up: int) -> int:
        """The move of what the strategy does with two cards."""
        if action == SPLIT:
            return SPLIT_MOVE
        if action == SURRENDER:
            return self.wait(Kind.SURRENDERED, up)
        if action == STAND:
            return self.wait(stood(hand, False), up)
        return self.draw(action, up, hand, 2)

    def draw(self, action: int, up: int, hand: int, count: int) -> int:
        """The move to a hand that takes a card; cards are counted only where a count can win."""
        counted = 0 if self.sheet.charlie == CHARLIE_NEVER else count
        return self.row(Drawing(action, up, hand, counted))

    def draw_move(self, row: Drawing, card: int) -> int:
        """What a card does to a hand that is hit or doubled."""
        hand, doubled = with_card(row.hand, card), row.action == DOUBLE
        if hand % SOFT > 21:
            return self.wait(Kind.BUST + doubled, row.up)
        if row.held + 1 >= self.sheet.charlie:
            return self.wait(Kind.CHARLIE + doubled, row.up)
        if doubled or self.sheet.later[hand, row.up] != HIT:
            return self.wait(stood(hand, doubled), row.up)
        return self.draw(HIT, row.up, hand, row.held + 1)

    def wait(self, kind: int, up: int) -> int:
        """The move to the dealer's turn."""
        return self.row(Waiting(int(kind), up))

    # ---- the dealer's hand

    def waiting_move(self, row: Waiting, card: int) -> int:
        """What the hole card does, or the dealer's turn where there is none."""
        kind, up = row.kind, row.up
        insured = self.insured(row)
        if self.sheet.hole != NO_HOLE and waits(kind):
            return self.dealer_move(Dealer(kind, insured, one_card(up), 1), card)
        bust_waits = looks(self.sheet) and up in (ACE, TEN) and kind & ~1 == Kind.BUST
        if self.sheet.hole == NO_HOLE and (kind <= Kind.NATURAL or bust_waits):
            return self.row(Dealer(kind, False, one_card(up), 1))
        at_once = kind in (Kind.LOST_AT_ONCE, Kind.PUSHED_AT_ONCE)
        natural = at_once or (kind == Kind.EVEN_MONEY and {card, up} == {ACE, TEN})
        return ending(kind, FINAL_NATURAL if natural else UNPLAYED, insured)

    def insured(self, row: Waiting) -> bool:
        """Whether the box is insured."""
        if row.up != ACE or not self.sheet.insures:
            return False
        naturals = (Kind.BLACKJACK, Kind.PUSHED_AT_ONCE, Kind.EVEN_MONEY)
        return row.kind not in naturals or not self.sheet.even_money_rule

    def dealer_move(self, row: Dealer, card: int) -> int:
        """What a card does to the dealer."""
        hand = with_card(row.hand, card)
        if row.held == 1 and hand == NATURAL_HAND:
            return ending(row.kind, FINAL_NATURAL, row.insured)
        if not waits(row.kind):
            return ending(row.kind, UNPLAYED, row.insured)
        if self.sheet.dealer_draws[hand]:
            return self.row(Dealer(row.kind, row.insured, hand, 2))
        return ending(row.kind, final_of(hand), row.insured)


def looks(sheet: Sheet) -> bool:
    """Whether bust hands may get bets back by a late natural of the dealer's."""
    return sheet.hole == NO_HOLE and sheet.original_bets


def final_of(hand: int) -> int:
    """What the dealer came to with a hand of 17 and more."""
    return min(hand % SOFT, 22) - 17


def ending(kind: int, final: int, insured: bool) -> int:
    """The move that ends a round."""
    return (kind << FINAL_BITS | final | (INSURED if insured else 0)) << CELL_SHIFT


def cells(moves: Moves) -> int:
    """How many cells rounds may be counted in."""
    return (len(moves) << 1 >> CELL_SHIFT) + 1


def narrow(table: NDArray[np.uint32], moves: Moves) -> Moves:
    """A table of moves in the width that all places of `moves` fit into."""
    return table.astype(np.uint16) if len(moves) << 1 <= 1 << 16 else table


def opening_table(writer: Writer) -> NDArray[np.uint32]:
    """[natural part + first * 100 + second * 10 + upcard] -> move."""
    table = [writer.opening(bool(n), a, b, up) for n, a, b, up in np.ndindex(2, 10, 10, 10)]
    return np.array(table, dtype=np.uint32)


def opened(row: Row) -> int:
    """What the row after two cards says, as a plate has it."""
    match row:
        case Waiting():
            return row.kind
        case Drawing():
            return DOUBLE_FIRST if row.action == DOUBLE else HIT_FIRST
        case _:
            return SPLIT_FIRST


def plates_of(writer: Writer) -> Plates:
    """The plates of a sheet, from its rows."""
    opening = np.zeros((CARDS_OF_ROW,) * 3, dtype=np.uint8)
    for up, first, second in np.ndindex(opening.shape):
        move = writer.opening(False, first, second, up)
        opening[up, first, second] = opened(writer.row_of(move))
    naturals = [writer.natural_kind(True, up) for up in range(CARDS_OF_ROW)]
    insured = [writer.insured(Waiting(kind, ACE)) for kind in range(KINDS)]
    return press_plates(writer.sheet, opening, naturals, insured)


def after_split_table(writer: Writer) -> NDArray[np.uint32]:
    """[no split left, split card, upcard, card] -> move, flat; 200 and 16 entries apart."""
    table = np.zeros((2, 10, 200), dtype=np.uint32)
    for last, split, up, card in np.ndindex(2, 10, 10, 10):
        stage = AFTER_SPLIT + last + (2 if split == ACE else 0)
        action = int(writer.sheet.two_cards[stage, split, card, up])
        hand = two_card_hand(split, card)
        table[last, split, up * 16 + card] = writer.first_action(hand, action, up)
    assert stage < STAGES
    return table.reshape(-1)


def dealer_tables(sheet: Sheet) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The dealer's hand after a card, and what he has come to."""
    add = np.zeros((HANDS, 16), dtype=np.uint8)
    add[:, :10] = sheet.add
    finals = [UNPLAYED if sheet.dealer_draws[h] else final_of(h) for h in range(HANDS)]
    return add.reshape(-1), np.array(finals, dtype=np.uint8)


def won(sheet: Sheet, outcome: int, bet: int) -> int:
    """What a hand wins, net of its bet."""
    if outcome == BLACKJACK:
        return sheet.natural_win
    if outcome in (EVEN_MONEY, CHARLIE, WIN):
        return bet
    return {PUSH: 0, SURRENDERED: -bet // 2}.get(outcome, -bet)


def hand_net(sheet: Sheet, kind: int, final: int, later: bool) -> int:
    """What a hand wins net, as the first or a later one of its box."""
    outcome = outcome_of(kind, final)
    if looks(sheet) and final == FINAL_NATURAL and outcome in (LOSE, BUST):
        return 0 if later else -sheet.bet
    return won(sheet, outcome, sheet.bet * (1 + kind % 2))


def hand_net_table(sheet: Sheet) -> NDArray[np.int64]:
    """[later, kind, final] -> net, flat."""
    table = np.zeros((2, HAND_ENDINGS >> FINAL_BITS, 1 << FINAL_BITS), dtype=np.int64)
    for later, kind, final in np.ndindex(2, KINDS, 1 << FINAL_BITS):
        table[later, kind, final] = hand_net(sheet, kind, final, bool(later))
    return table.reshape(-1)


def round_net_table(sheet: Sheet, of_hand: NDArray[np.int64]) -> NDArray[np.int64]:
    """[round's ending] -> net with insurance, capped."""
    table = np.zeros(ENDINGS, dtype=np.int64)
    for number in range(ENDINGS):
        net = int(of_hand[number % INSURED])
        if number >= INSURED:
            final = number & ((1 << FINAL_BITS) - 1)
            net += sheet.bet if final == FINAL_NATURAL else -(sheet.bet // 2)
        table[number] = min(net, sheet.cap) if sheet.cap >= 0 else net
    return table


def longest_way(moves: Moves) -> int:
    """The most moves that lead from one row to the next until a round ends."""
    rows = (len(moves) - ROWS_BEGIN) // CARDS_OF_ROW
    leads = moves[ROWS_BEGIN:].reshape(rows, CARDS_OF_ROW).astype(np.int64) >> 1
    to = np.where(leads >= ROWS_BEGIN, (leads - ROWS_BEGIN) // CARDS_OF_ROW, 0)
    # The row of splits leads nowhere, so its length stays 1; rows never lead in a circle.
    length, before = np.ones(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64)
    while (length != before).any():
        before, length = length, 1 + np.where(to > 0, length[to], 0).max(axis=1)
    return int(length.max())


def reachable_endings(moves: Moves) -> NDArray[np.int64]:
    """The endings among all moves of a script."""
    made = np.unique(moves[ROWS_BEGIN:]).astype(np.int64)
    found: NDArray[np.int64] = made[made < ROWS_BEGIN << 1] >> CELL_SHIFT
    return found


def round_stake_table(sheet: Sheet) -> NDArray[np.int64]:
    """[round's ending] -> stake with insurance."""
    doubled = (np.arange(ENDINGS) >> FINAL_BITS) & 1
    insured = np.arange(ENDINGS) >= INSURED
    return (sheet.bet * (1 + doubled) + sheet.bet // 2 * insured).astype(np.int64)


def write_script(sheet: Sheet, abreast: bool | None = None) -> Script:
    """The tables of a sheet; None has rounds dealt in vectors where the processor is good at it."""
    writer = Writer(sheet)
    openings, after_split = opening_table(writer), after_split_table(writer)
    moves, kinds = writer.write()
    dealer, finals = dealer_tables(sheet)
    of_hand = hand_net_table(sheet)
    boxes, first = sheet.boxes, sheet.boxes
    return Script(
        cards=sheet.cards,
        cut=sheet.cut,
        boxes=boxes,
        max_hands=sheet.max_hands,
        opening_cards=2 * boxes + (1 if sheet.hole == NO_HOLE else 2),
        longest=2 * boxes + 2 + longest_way(moves),
        second_at=boxes + 1,
        up_at=2 * boxes + 1 if sheet.hole == HOLE_FIRST else first,
        hole_at=first if sheet.hole == HOLE_FIRST else 2 * boxes + 1,
        peeks=sheet.hole != NO_HOLE,
        looks=looks(sheet),
        insures=sheet.insures and sheet.hole != NO_HOLE,
        insures_naturals=not sheet.even_money_rule,
        bet=sheet.bet,
        side_bet=sheet.bet // 2,
        cap=sheet.cap,
        charlie=sheet.charlie,
        abreast=permutes_bytes() if abreast is None else abreast,
        plates=plates_of(writer),
        openings=narrow(openings, moves),
        after_split=narrow(after_split, moves),
        moves=moves,
        kinds=kinds,
        dealer=dealer,
        finals=finals,
        reachable=reachable_endings(moves),
        round_net=round_net_table(sheet, of_hand),
        round_stake=round_stake_table(sheet),
        hand_net=of_hand,
    )
