"""Plays tables by the house's own rules and writes down what they say, for the client to fold.

Prints a JSON list of `{"game", "start", "told": [{"frame", "view"}]}`: the view before, and each
frame with the view after it (null: not written down). The same every time: cards and choices
come from a seed.
"""

import random
import sys
from collections.abc import Iterator

import msgspec

from evenmoney.fairness import player_part, promise_part
from evenmoney.games.catalogue import Catalogue
from evenmoney.house import command, standing
from evenmoney.house.change import Change
from evenmoney.house.frame import Events
from evenmoney.house.record import (
    BettingOver,
    GotUp,
    Opened,
    PartsOver,
    Played,
    Presence,
    Record,
    SatDown,
    Told,
)
from evenmoney.house.refusal import TableRefusal
from evenmoney.house.seen import left_ms, public_view, turn_view
from evenmoney.house.shuffler import SECRET_BYTES, needs_secret
from evenmoney.house.state import Layout, Seat, TableState, empty_table
from evenmoney.house.turns import apply

GAMES = (
    "classic",
    "classic-multiplayer",
    "table-credits",
    "european",
    "vegas-strip",
    "atlantic-city",
    "six-deck-shoe",
)
FRAMES = 60
RICH = 10**7


class Tape:
    """A table that is played at random and writes down what it says."""

    def __init__(self, game: str) -> None:
        self.layout = Layout(1, f"{game}-1-1", Catalogue.packaged()[game])
        self.state: TableState = empty_table(self.layout)
        self.dice = random.Random(f"even money, {game}")
        self.at = 1_000_000
        self.nonces: dict[str, str] = {}
        self.told: list[dict[str, object]] = []
        self.players = (7, 8) if self.layout.multi else (7,)
        for player in self.players:
            self.put(SatDown(player, f"Player {player}"))
        self.open()
        self.start = self.view()
        self.told.clear()

    def view(self) -> object:
        """The table as everyone sees it now."""
        return public_view(self.layout, self.state, self.at)

    def put(self, record: Record) -> None:
        """A record applied, and its frame written down."""
        change: Change = apply(self.layout, self.state, record, self.at)
        self.state = change.state
        frame = Events(
            table=self.layout.id,
            seq=len(self.told) + 1,
            events=change.events,
            phase=standing.phase(self.state),
            turn=turn_view(self.state, self.at),
            betting_left_ms=left_ms(self.state.deadlines.betting_ms, self.at),
        )
        seen = len(self.told) % 2 == 0 or not self.state.open
        self.told.append({"frame": frame, "view": self.view() if seen else None})
        self.at += 1000

    def open(self) -> None:
        """Betting opens for the next round."""
        secret = self.dice.randbytes(SECRET_BYTES) if needs_secret(self.state) else None
        self.put(Opened(self.state, (), secret))

    def tell(self, player: int, **fields: object) -> None:
        """A command, if the table takes it."""
        told = msgspec.convert({**fields, "table": self.layout.id, "n": 1}, command.TableCommand)
        funds = dict.fromkeys(self.players, RICH)
        try:
            self.put(Told(1, player, told, funds))
        except TableRefusal:
            return

    def play(self) -> None:
        """Rounds at random until enough was said."""
        while len(self.told) < FRAMES:
            for _ in range(20):
                if not self.state.open or len(self.told) >= FRAMES:
                    break
                self.bet()
                if self.state.mixing:
                    self.open_parts()
            while self.state.playing:
                self.answer()
            if not self.state.open:
                self.open()

    def bet(self) -> None:
        """One thing that players do before the deal."""
        player = self.dice.choice(self.players)
        chip = self.dice.choice(self.layout.game.limits.chips[1:4])
        box = self.dice.choice(self.layout.boxes)
        nonce = self.dice.randbytes(16).hex()
        choices: list[dict[str, object]] = [
            {"type": "place_bet", "box": box, "amount": chip},
            {"type": "place_bet", "box": box, "amount": chip},
            {"type": "take_bet", "box": box, "amount": chip},
            {"type": "redo_bets"},
            {"type": "double_bets"},
            {"type": "clear_bets", "box": box},
            {"type": "skip"},
            {"type": "cut", "position": self.dice.randrange(300)},
            *self.deals(nonce),
        ]
        self.tell(player, **self.dice.choice(choices))
        if self.layout.multi and self.state.stacks and self.dice.random() < 0.1:
            self.put(self.dice.choice(list(self.comings())))

    def deals(self, nonce: str) -> list[dict[str, object]]:
        """DEAL, often enough among the choices that rounds are short of bets, not of cards."""
        if not self.layout.multi:
            return [{"type": "deal", "nonce": nonce, "text": "seven"} for _ in range(9)]
        assert self.state.cycle is not None
        part = player_part(bytes.fromhex(nonce), "seven")
        promise = promise_part(self.state.cycle.number, part)
        self.nonces[promise] = nonce
        return [{"type": "deal", "part_hash": promise} for _ in range(9)]

    def open_parts(self) -> None:
        """Betting is closed: who promised a part opens it, mostly, and cards are dealt."""
        for seat in self.state.seats:
            if seat is not None and seat.owes_part and self.dice.random() < 0.9:
                nonce = self.nonces[seat.promise.hex()]
                self.tell(seat.player, type="open_part", nonce=nonce, text="seven")
        self.put(PartsOver(self.state.count, dict.fromkeys(self.players, RICH)))

    def comings(self) -> Iterator[Record]:
        """What else may happen at a multiplayer table while bets are taken."""
        yield Presence(8, present=not self._seat(8).present)
        yield BettingOver(self.state.count, dict.fromkeys(self.players, RICH))

    def _seat(self, player: int) -> Seat:
        place = standing.seat_of(self.state, player)
        assert place is not None
        seat = self.state.seats[place]
        assert seat is not None
        return seat

    def answer(self) -> None:
        """The open question answered by its player, or by the house for him."""
        play = self.state.play
        assert play is not None
        owner = standing.turn_owner(self.state)
        assert owner is not None
        offers = [offer.action for offer in play.round.offers]
        bold = [action for action in offers if action in ("split", "double", "insure")]
        action = self.dice.choice(bold * 2 + offers)
        if self.dice.random() < 0.05:
            funds = dict.fromkeys(self.players, RICH)
            self.put(Played(self.state.decision, action, "time", funds))
        else:
            self.tell(owner, type="act", decision=self.state.decision, action=action)


def main() -> None:
    """Writes all tapes to standard output."""
    tapes = []
    for game in GAMES:
        tape = Tape(game)
        tape.play()
        if tape.layout.multi:
            tape.put(GotUp(8, "left"))
        tapes.append({"game": game, "start": tape.start, "told": tape.told})
    sys.stdout.buffer.write(msgspec.json.encode(tapes) + b"\n")


if __name__ == "__main__":
    main()
