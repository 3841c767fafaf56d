"""The catalogue: rules, limits and words of every game, as its file gives them."""

from collections.abc import Mapping
from typing import Final

from litestar import get
from litestar.params import FromPath

from evenmoney.rules.game import Game, Rules
from evenmoney.rules.options import rules_hash
from evenmoney.server.api.entry import OurPremises
from evenmoney.server.premises import VoidPays
from evenmoney.server.problems import Refused
from evenmoney.strategy.card import HARD_TOTALS, PAIRS, SOFT_TOTALS, StrategyCard
from evenmoney.strategy.certified import Certificates
from evenmoney.wire.http import CardView, Certified, Games, GameView, RulesView


def rules_view(rules: Rules) -> RulesView:
    """Rules spelt as in game files."""
    plain = {name: getattr(rules, name) for name in rules.__struct_fields__}
    return RulesView(**{**plain, "blackjack_pays": str(rules.blackjack_pays)})


def certified_of(hash: str, certificates: Certificates) -> Certified | None:
    """What a certificate says of the rules of that hash, by the printed card; None without one."""
    found = certificates.get(hash)
    if found is None:
        return None
    return Certified(edge=found.edge.card * 100, rtp=found.rtp.card * 100)


def card_view(card: StrategyCard) -> CardView:
    """A strategy card with its rows named."""
    return CardView(
        insure=card.insure,
        even_money=card.even_money,
        hard=dict(zip(map(str, HARD_TOTALS), card.hard, strict=True)),
        soft=dict(zip(map(str, SOFT_TOTALS), card.soft, strict=True)),
        pairs=dict(zip(PAIRS, card.pairs, strict=True)),
    )


def game_view(
    game: Game, rules_hash: str, certificates: Certificates, void_pays: VoidPays
) -> GameView:
    """A game as it is told."""
    found = certificates.get(rules_hash)
    return GameView(
        id=game.id,
        name=game.name,
        kind=game.table,
        seats=game.seats,
        rules=rules_view(game.rules),
        rules_hash=rules_hash,
        currency=game.currency,
        limits=game.limits,
        timers=game.timers,
        unconfirmed_bets=game.unconfirmed_bets,
        labels=game.labels,
        felt=game.felt,
        denomination=game.denomination,
        bonus_kinds=game.bonus_kinds,
        published_rtp=game.published_rtp,
        certified=certified_of(rules_hash, certificates),
        card=card_view(found.card) if found else None,
        hints=game.hints and found is not None,
        void_pays=void_pays,
    )


def game_views(
    catalogue: Mapping[str, Game], certificates: Certificates, void_pays: VoidPays
) -> dict[str, GameView]:
    """Every game as it is told, by id, in the catalogue's order."""
    hashes = {game.id: rules_hash(game.rules) for game in catalogue.values()}
    return {
        id: game_view(catalogue[id], hash, certificates, void_pays) for id, hash in hashes.items()
    }


@get("/api/games")
async def list_games(premises: OurPremises) -> Games:
    """Every game of this house, in the lobby's order."""
    return Games(games=tuple(premises.game_views.values()))


@get("/api/games/{game:str}")
async def tell_game(game: FromPath[str], premises: OurPremises) -> GameView:
    """One game."""
    found = premises.game_views.get(game)
    if found is None:
        raise Refused("not_found", "There is no such game here.", "game")
    return found


@get("/api/tables/{table:str}/game")
async def tell_table_game(table: FromPath[str], premises: OurPremises) -> GameView:
    """The game of one table, which keeps what it has while anybody plays there: after a change of
    the catalogue it may differ from the game of that id."""
    found = premises.house.game_at(table)
    if found is None:
        raise Refused("not_found", "There is no such table, or no game at it any more.", "table")
    void_pays = premises.settings.void_pays
    return game_view(found, rules_hash(found.rules), premises.house.certificates, void_pays)


HANDLERS: Final = (list_games, tell_game, tell_table_game)
