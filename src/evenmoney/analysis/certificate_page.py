"""A certificate as one HTML page to read and print; nothing is fetched from anywhere."""

from collections.abc import Iterable
from html import escape
from typing import Any, Final

from evenmoney.analysis.certificate import Certificate, Reading, Simulated
from evenmoney.games import page
from evenmoney.rules.options import parse_rules, spelt
from evenmoney.strategy.drawing import card_svg

STYLE: Final = """
:root { --ivory: #f7f1e3; --line: #c9b994; --ink: #1b1a17; --ink-2: #4a463d; }
body { margin: 0; background: var(--ivory); color: var(--ink);
  font: 15px/1.5 "Archivo Variable", Archivo, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums lining-nums; }
main { max-width: 800px; margin: 0 auto; padding: 32px 24px 72px; }
h1, h2, h3 { font-family: "Besley Variable", Besley, Rockwell, Georgia, serif; font-weight: 600; }
h1 { font-size: 36px; line-height: 1.15; margin: 8px 0; }
h2 { font-size: 20px; margin: 32px 0 8px; border-top: 2px solid var(--ink); padding-top: 12px; }
h3 { font-size: 16px; margin: 20px 0 4px; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; } th, td { padding: 6px 12px 6px 0; vertical-align: top;
  border-bottom: 1px solid var(--line); }
tbody th { font-weight: 400; }
td, thead th + th { text-align: right; white-space: nowrap; padding: 6px 0 6px 12px; }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr));
  gap: 0 40px; align-items: start; }
.mark { letter-spacing: .12em; text-transform: uppercase; font-size: 12px; color: var(--ink-2); }
.hash { overflow-wrap: anywhere; font-size: 13px; }
ul { margin: 0; padding-left: 20px; }
svg { width: 100%; height: auto; display: block; }
@page { size: A4; margin: 14mm 16mm; }
@media print {
  body { background: none; font-size: 11px; line-height: 1.4; }
  main { max-width: none; padding: 0; }
  h1 { font-size: 26px; } h2 { font-size: 15px; margin: 16px 0 4px; padding-top: 6px; }
  h3 { font-size: 12px; margin: 10px 0 2px; } th, td, thead th + th {
    padding-top: 3px; padding-bottom: 3px; }
  p { margin: 6px 0; } h2, h3 { break-after: avoid; } section, table, svg { break-inside: avoid; }
  .beside { grid-template-columns: 1fr 1fr; } .card svg { max-width: 84%; margin: 0 auto; }
  .hash { font-size: 9px; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""

Cells = tuple[str, ...]


def certificate_page(certificate: Certificate) -> str:
    """The page of a certificate."""
    exact = certificate.exact
    title = f"{certificate.name}: certificate"
    card = card_svg(exact.card, f"{certificate.name}: strategy card")
    body = [
        '<p class="mark">Even Money certificate</p>',
        f"<h1>{escape(certificate.name)}</h1>",
        f"<p>{escape(certificate.shoe)} {escape(certificate.max_win)}</p>",
        _section("What it returns", _returns(certificate)),
        _published(certificate),
        _readings(certificate.readings),
        _section("The card that the house plays by", f'<div class="card">{card}</div>'),
        _simulated(certificate.simulated),
        _section("The rules", _rules(exact.rules)),
        f'<p class="hash">Rules {exact.rules_hash}, Even Money {escape(exact.version)}.</p>',
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _returns(certificate: Certificate) -> str:
    exact, variance = certificate.exact, certificate.exact.variance
    rows: list[Cells] = [
        ("Edge: net result per unit of the first bet", *_both(exact.edge.card, exact.edge.optimal)),
        ("RTP: what comes back per unit staked in all", *_both(exact.rtp.card, exact.rtp.optimal)),
        (
            "Average stake, in first bets",
            f"{exact.average_stake:.6f}",
            f"{exact.average_stake_optimal:.6f}",
        ),
    ]
    if variance is not None:
        words = f"{variance:.4f} (standard deviation {variance**0.5:.4f})"
        rows.append(("Variance of a round's net result", words, ""))
    rows += _with_cut_card(certificate)
    words = (
        "<p>Exact, not simulated, where nothing else is said. Best play looks at the very cards of "
        "a hand; split hands keep the strategy from before the split. A negative edge is the "
        "house's.</p>"
    )
    return _table(("", "by the printed card", "by best play"), rows) + words


def _with_cut_card(certificate: Certificate) -> list[Cells]:
    """The edge that the cut card leaves: the exact one and the simulated effect."""
    simulated = certificate.simulated
    if simulated is None or simulated.cut_card_effect is None or simulated.cut_card_error is None:
        return []
    edge = certificate.exact.edge.card + simulated.cut_card_effect
    figure = f"{_percent(edge)} ± {_percent(simulated.cut_card_error)}"
    return [("Edge down to the cut card, its effect simulated", figure, "")]


def _both(card: float, optimal: float) -> tuple[str, str]:
    return _percent(card), _percent(optimal)


def _percent(fraction: float) -> str:
    return f"{_figure(100 * fraction, '.4f')} %"


def _figure(number: float, form: str) -> str:
    """A number with a true minus sign."""
    return format(number, form).replace("-", "\N{MINUS SIGN}")


def _published(certificate: Certificate) -> str:
    published = certificate.published
    if published is None:
        return ""
    rows = [
        (name, f"{published.rtp + points:.4f} %", _figure(points, "+.4f"))
        for name, points in published.differences.items()
    ]
    words = (
        f"<p>The makers' page prints {published.rtp:.2f} %. Nearest to it: "
        f"{escape(published.nearest)}. {escape(published.note)}</p>"
    )
    table = _table(("Computed here", "", "points above the page"), rows)
    return _section("The published figure", words + table)


def _readings(readings: list[Reading]) -> str:
    if not readings:
        return ""
    rows = [
        (
            reading.words,
            _percent(reading.rtp.card),
            _percent(reading.rtp.optimal),
            _percent(reading.edge.card),
        )
        for reading in readings
    ]
    heads = ("", "RTP, printed card", "RTP, best play", "edge, printed card")
    return _section("Read otherwise", _table(heads, rows))


def _simulated(simulated: Simulated | None) -> str:
    if simulated is None:
        return ""
    low, high = (simulated.mean + side * 1.96 * simulated.standard_error for side in (-1, 1))
    rows = [
        ("Rounds", f"{simulated.rounds:,}"),
        ("Seed", str(simulated.seed)),
        ("Net result per unit of the first bet", _percent(simulated.mean)),
        ("Standard error", _percent(simulated.standard_error)),
        ("95 % interval", f"{_percent(low)} to {_percent(high)}"),
        ("Off the exact edge, in standard errors", _figure(simulated.deviation, "+.2f")),
        ("Variance", f"{simulated.variance:.4f} ± {simulated.variance_error:.4f}"),
    ]
    if simulated.cut_card_effect is not None and simulated.cut_card_error is not None:
        effect = f"{_percent(simulated.cut_card_effect)} ± {_percent(simulated.cut_card_error)}"
        rows.append(("Cut-card effect on the edge", effect))
    # What the rules don't have (a surrender, a charlie) never happens: it is left out.
    happened = [(name, _percent(share)) for name, share in simulated.chances.items() if share]
    return _section(
        "The same, simulated",
        f"<p>One box, a fresh shoe for each round, played by the card. Simulator and table engine "
        f"dealt {simulated.same_shoes:,} same shoes alike, card for card and cent for cent.</p>"
        f'<div class="beside"><div>{_table(("The run", ""), rows)}'
        f"<h3>Results of a round, in first bets</h3>{_plot(simulated)}</div>"
        f"<div>{_table(('How often', ''), happened)}</div></div>",
    )


def _plot(simulated: Simulated) -> str:
    """Bars of the distribution of results, each with its share in words."""
    nets = [(net, share) for net, share in simulated.nets if share >= 5e-5]
    most = max(share for _, share in nets)
    lines = []
    for line, (net, share) in enumerate(nets):
        y = 22 * line
        lines.append(
            f'<text x="36" y="{y + 15}" text-anchor="end">{_net(net)}</text>'
            f'<rect x="48" y="{y + 3}" width="{210 * share / most:.1f}" height="15" '
            f'fill="#2f62b5"/><text x="{56 + 210 * share / most:.1f}" y="{y + 15}">'
            f"{_percent(share)}</text>"
        )
    return (
        f'<svg viewBox="0 0 340 {22 * len(nets)}" role="img" font-size="13" '
        f'aria-label="Distribution of results">{"".join(lines)}</svg>'
    )


def _net(net: float) -> str:
    return _figure(net, "+g") if net else "0"


def _rules(rules: dict[str, Any]) -> str:
    """The rules in words, and as the options that a game file spells."""
    parsed = parse_rules(rules)
    told = [
        ("The cards", page.cards(parsed)),
        ("Before you play", page.before_play(parsed)),
        ("Your hand", page.playing(parsed)),
        ("Splitting", page.splitting(parsed)),
        ("The dealer", page.dealer(parsed)),
    ]
    words = "".join(f"<div><h3>{title}</h3>{_list(sentences)}</div>" for title, sentences in told)
    options = [(name, spelt(value)) for name, value in rules.items()]
    half = (len(options) + 1) // 2
    tables = [_table(("Option", "Value"), each) for each in (options[:half], options[half:])]
    return (
        f'<div class="beside">{words}</div><h3>The same as a game file spells it</h3>'
        f'<div class="beside">{"".join(tables)}</div>'
    )


def _list(sentences: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in sentences)}</ul>"


def _table(heads: Cells, rows: Iterable[Cells]) -> str:
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    lines = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"
