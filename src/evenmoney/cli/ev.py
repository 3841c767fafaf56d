"""`evenmoney ev`: the value of every choice for one hand."""

import click
import msgspec

from evenmoney.cli import refuse
from evenmoney.cli.chosen import Chosen, with_rules
from evenmoney.cli.rtp import analysis_of
from evenmoney.strategy.card import UPCARDS


@click.command()
@click.argument("hand")
@click.argument("upcard")
@click.option(
    "--game", required=True, metavar="GAME", help="The game whose rules are meant, an id or a file."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@with_rules
def ev(chosen: Chosen, hand: str, upcard: str, as_json: bool) -> None:
    """Work out what each choice is worth for HAND (such as T6) against UPCARD, in first bets.

    What follows is played as well as can be. Where the dealer peeks, he has no natural;
    insurance, even money and passing it are valued before that look.
    """
    # Loaded only now: other commands run without the extra `maths`.
    from evenmoney.analysis.exact import (  # noqa: PLC0415
        BadHand,
        best_action,
        hand_text,
        parse_hand,
        parse_upcard,
    )

    try:
        ranks, up = parse_hand(hand), parse_upcard(upcard)
        values = analysis_of(chosen).action_values(ranks, up)
    except BadHand as wrong:
        refuse(str(wrong))
    best = best_action(values)
    found = {
        "game": chosen.game.id,
        "rules": chosen.options,
        "hand": hand_text(ranks),
        "upcard": UPCARDS[up],
        "values": values,
        "best": best,
    }
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)))
        return
    click.echo(f"{found['hand']} against {found['upcard']}, {chosen.game.name}")
    for name, value in sorted(values.items(), key=lambda item: -item[1]):
        click.echo(f"  {name:12}{value:+.6f}{'  best' if name == best else ''}")
