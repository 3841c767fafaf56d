"""Cycles of the shuffle at a table: c1, the players' parts, the cut, c2, the reveal. Pure."""

from msgspec.structs import replace

from evenmoney import fairness
from evenmoney.house.command import Deal, OpenPart
from evenmoney.house.event import CycleRevealed
from evenmoney.house.record import Record, Told
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.state import Cycle, Layout, TableState, revealed
from evenmoney.shoe import Shoe, cut

SECRET_BYTES = fairness.SEED_BYTES + fairness.SALT_BYTES


def next_cycle(layout: Layout, before: Cycle | None, secret: bytes) -> Cycle:
    """The cycle after `before`, from 48 secret bytes; its c1 may be shown at once."""
    seed, salt = secret[: fairness.SEED_BYTES], secret[fairness.SEED_BYTES :]
    number = before.number + 1 if before else 1
    return Cycle(number, seed, salt, fairness.commit_cycle(number, layout.rules_hash, seed))


def needs_secret(state: TableState) -> bool:
    """Whether the next betting begins a new cycle."""
    return state.cycle is None or state.cycle.over


def part_sent(record: Record) -> bytes | None:
    """The random bytes that a player sent by a record for a shuffle; they are taken once."""
    command = record.command if isinstance(record, Told) else None
    nonce = command.nonce if isinstance(command, Deal | OpenPart) else None
    return bytes.fromhex(nonce) if nonce else None


def part_used() -> TableRefusal:
    """What a player is told whose part of the shuffle was sent before."""
    reason = "this part of the shuffle was used before: send fresh random bytes"
    return TableRefusal(Code.PART_USED, reason, "nonce")


def check_promise(cycle: Cycle, promise: bytes, part: bytes) -> None:
    """Refuses a part of the shuffle that is not the one its hash promised."""
    if fairness.promise_part(cycle.number, part) != promise.hex():
        reason = "this is not the part of the shuffle whose hash came with DEAL"
        raise TableRefusal(Code.PART_DIFFERS, reason, "nonce")


def shuffled(layout: Layout, cycle: Cycle, parts: tuple[bytes, ...]) -> tuple[Cycle, Shoe]:
    """The cycle with its parts in and c2 fixed, and the shoe that they gave."""
    shoe = shoe_of(layout, replace(cycle, parts=parts))
    c2 = fairness.commit_order(cycle.salt, shoe.cards)
    return replace(cycle, parts=parts, c2=c2), shoe


def shoe_of(layout: Layout, cycle: Cycle) -> Shoe:
    """The shoe of a cycle whose parts are in, as it is after the cards that are gone."""
    decks = layout.game.rules.decks
    cards = fairness.shuffle(decks, cycle.seed, cycle.number, cycle.parts)
    return Shoe(cut(cards, cycle.cut) if cycle.cut else cards, layout.cut_at, cycle.gone)


def played_out(layout: Layout, shoe: Shoe) -> bool:
    """Whether a cycle ends with the round that just closed."""
    return layout.cut_at is None or shoe.cut_card_out


def reveal(layout: Layout, state: TableState) -> tuple[TableState, CycleRevealed]:
    """The state whose cycle is over, and all of that cycle laid open."""
    assert state.cycle is not None
    shown = revealed(layout, state.cycle, state.shoe)
    event = CycleRevealed(
        cycle=shown.cycle,
        seed=shown.seed.hex(),
        salt=shown.salt.hex(),
        parts=tuple(part.hex() for part in shown.parts),
        cut=shown.cut,
        order=shown.order,
        hashes=tuple(promise.hex() for promise in state.cycle.promises),
    )
    return replace(state, cycle=replace(state.cycle, over=True), shoe=None), event
