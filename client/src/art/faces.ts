/** Draws every card as SVG symbols: the pip face, the index face and the woven back. */

import { RANKS, type Rank } from './ranks';

export type Suit = 's' | 'h' | 'd' | 'c';

const SUITS: Readonly<Record<Suit, string>> = {
  s: 'M50 3C55 21 94 40 94 63C94 76 84 83.5 73.5 83.5C65.5 83.5 58.5 80 54.8 74C55.6 85 59.5 92 67 97H33C40.5 92 44.4 85 45.2 74C41.5 80 34.5 83.5 26.5 83.5C16 83.5 6 76 6 63C6 40 45 21 50 3Z',
  h: 'M50 94C44 82 5 58 5 31C5 16 16 7 28 7C39 7 46.5 14 50 24C53.5 14 61 7 72 7C84 7 95 16 95 31C95 58 56 82 50 94Z',
  d: 'M50 2C57 21 72 39 87 50C72 61 57 79 50 98C43 79 28 61 13 50C28 39 43 21 50 2Z',
  c: 'M50 3A22 22 0 0 1 69 36.5A22.5 22.5 0 1 1 55.5 70C56 83 60 91 67.5 97H32.5C40 91 44 83 44.5 70A22.5 22.5 0 1 1 31 36.5A22 22 0 0 1 50 3Z',
};

const SHEET =
  '<rect x=".6" y=".6" width="98.8" height="138.8" rx="8.5" fill="url(#paper)" stroke="#b9aa86" stroke-width="1.2"/>';

const suit = (s: Suit, x: number, y: number, size: number) =>
  `<path d="${SUITS[s]}" transform="translate(${x} ${y}) scale(${size / 100})"/>`;

const rank = (r: Rank, kind: 'face' | 'index') => {
  const [y, height] = kind === 'face' ? [37, 18] : [52, 28];
  const glyph = (g: (typeof RANKS)[Rank][number]) =>
    `<path d="${g.d}" transform="translate(${g[kind][0]} ${y}) scale(${g[kind][1] / 1000} -${height / 1000})"/>`;
  return RANKS[r].map(glyph).join('');
};

/** Pips stand in a left, a right and a middle column; each line is (column, top). */
const L = 35.75;
const R = 73.75;
const M = 54.75;
const THREE = [29.25, 66.25, 103.25] as const;
const FOUR = [25.25, 53.25, 79.25, 107.25] as const;
const corners = [L, R].flatMap((x) => [THREE[0], THREE[2]].map((y) => [x, y] as const));
const sixes = [L, R].flatMap((x) => THREE.map((y) => [x, y] as const));
const eights = [L, R].flatMap((x) => FOUR.map((y) => [x, y] as const));
const PIPS: Partial<Record<Rank, readonly (readonly [number, number])[]>> = {
  2: [
    [M, THREE[0]],
    [M, THREE[2]],
  ],
  3: THREE.map((y) => [M, y] as const),
  4: corners,
  5: [...corners, [M, THREE[1]]],
  6: sixes,
  7: [...sixes, [M, 47.75]],
  8: [...sixes, [M, 47.75], [M, 84.75]],
  9: [...eights, [M, THREE[1]]],
  T: [...eights, [M, 39.25], [M, 93.25]],
};

const IVORY = '#f7f1e3';
const LINE = 'stroke="#2a2118" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"';
const BRASS = 'fill="#e9c987"';
const SHIELD = 'M41 72H89V96C89 112 77.5 122 65 128C52.5 122 41 112 41 96Z';

const bead = (x: number, y: number, fill: string, r = 3.2) =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${fill} ${LINE}/>`;

/** The jack: cap and plume over a shield with a chief. */
const jack = (s: Suit) =>
  `<path d="${SHIELD}" fill="${IVORY}" stroke="currentColor" stroke-width="2.6"/>
<path d="M42.3 73.3H87.7V82.5H42.3Z"/>
<path d="M48 78H82" stroke="${IVORY}" stroke-width="1.6" stroke-dasharray=".1 5.6" stroke-linecap="round"/>
${suit(s, 51, 88, 28)}
<path d="M62 52C60 36 70 21 90 17C93 30 86 46 69 54Z" ${LINE}/>
<path d="M86.5 21C82 34 75 44 65 52M84 27L77 27M80 33.5L72 33M76 39.5L68.5 39" fill="none" stroke="${IVORY}" stroke-width="1.3" stroke-linecap="round"/>
<path d="M44 58C41 47 50 41 60 44C70 40 84 46 85 58Z" ${BRASS} ${LINE}/>
<path d="M40 58C46 54 84 54 90 58C91.5 63 88 66.5 84 66.5H46C42 66.5 38.5 63 40 58Z" ${LINE}/>
<circle cx="64" cy="53" r="4" fill="${IVORY}" ${LINE}/><circle cx="64" cy="53" r="1.3"/>`;

/** The queen: coronet over a parted shield. */
const queen = (s: Suit) =>
  `<path d="M41 72H65V128C52.5 122 41 112 41 96Z"/>
<path d="${SHIELD}" fill="none" stroke="currentColor" stroke-width="2.6"/>
<clipPath id="left-${s}"><path d="M0 0H65V140H0Z"/></clipPath>
<clipPath id="right-${s}"><path d="M65 0H100V140H65Z"/></clipPath>
<g clip-path="url(#left-${s})" fill="${IVORY}">${suit(s, 50, 81, 30)}</g>
<g clip-path="url(#right-${s})">${suit(s, 50, 81, 30)}</g>
<path d="M46 64C45 56 43 50 39 44C47 47 52 46 54 39C57 46 61 46 65 34C69 46 73 46 76 39C78 46 83 47 91 44C87 50 85 56 84 64Z" ${BRASS} ${LINE}/>
<path d="M46 59H84V66H46Z" fill="${IVORY}" ${LINE}/>
${bead(39, 42, `fill="${IVORY}"`)}${bead(54, 36.5, `fill="${IVORY}"`)}${bead(76, 36.5, `fill="${IVORY}"`)}${bead(91, 42, `fill="${IVORY}"`)}
<path d="M65 33C59 28 60 21 65 16C70 21 71 28 65 33Z" ${LINE}/>
${[52, 58.5, 65, 71.5, 78].map((x) => `<circle cx="${x}" cy="62.5" r="1.5"/>`).join('')}`;

/** The king: crown with a cross over a full shield. */
const king = (s: Suit) =>
  `<path d="${SHIELD}"/>
<path d="M45 76H85V96C85 109.5 75.5 118 65 123.4C54.5 118 45 109.5 45 96Z" fill="none" stroke="${IVORY}" stroke-width="1.3"/>
<g fill="${IVORY}">${suit(s, 51, 82, 28)}</g>
<path d="M46 64L41 38L53.5 49L65 32L76.5 49L89 38L84 64Z" ${BRASS} ${LINE}/>
<path d="M46 58.5H84L83 66H47Z" ${LINE}/>
<path d="M65 17V30M60.5 21.5H69.5" fill="none" ${LINE} style="stroke-width:2.8"/>
${bead(65, 32, BRASS)}${bead(41, 37, BRASS)}${bead(89, 37, BRASS)}
<path d="M53 62.3H56M63.5 62.3H66.5M74 62.3H77" stroke="${IVORY}" stroke-width="2"/>`;

const ace = (s: Suit) =>
  `${suit(s, 36, 58, 52)}<circle cx="62" cy="84" r="35" fill="none" stroke="currentColor" stroke-width=".9" stroke-dasharray="1.2 3.2" stroke-linecap="round"/>`;

const COURT: Partial<Record<Rank, (s: Suit) => string>> = { A: ace, J: jack, Q: queen, K: king };

/** A queen's tail hangs below the line, so her suit stands lower. */
const drop = (r: Rank, by: number) => (r === 'Q' ? by : 0);

const face = (r: Rank, s: Suit) =>
  rank(r, 'face') +
  suit(s, 10.3, 42 + drop(r, 3), 19) +
  (COURT[r]?.(s) ?? (PIPS[r] ?? []).map(([x, y]) => suit(s, x, y, 17.5)).join(''));

const index = (r: Rank, s: Suit) =>
  rank(r, 'index') +
  suit(s, 9, 59.5 + drop(r, 2), 32) +
  ('JQK'.includes(r) ? suit(s, 50, 86, 40) : suit(s, 46, 82, 44));

const symbol = (id: string, body: string) =>
  `<symbol id="${id}" viewBox="0 0 100 140">${SHEET}<g fill="currentColor">${body}</g></symbol>`;

const BACK = `<symbol id="card-back" viewBox="0 0 100 140">${SHEET}
<rect x="6" y="6" width="88" height="128" rx="4.5" fill="#6d2230"/>
<rect x="6" y="6" width="88" height="128" rx="4.5" fill="url(#weave)"/>
<rect x="9" y="9" width="82" height="122" rx="2.5" fill="none" stroke="#f0dcc0" opacity=".85"/>
<circle cx="50" cy="70" r="19" fill="#6d2230" stroke="#f0dcc0"/>
<circle cx="50" cy="70" r="15.5" fill="none" stroke="#e3bd76" stroke-dasharray="1.2 2.05"/>
<path d="M42 66H58M42 74H58" stroke="#f0dcc0" stroke-width="4"/></symbol>`;

const PAINTS = `<linearGradient id="paper" x2=".25" y2="1"><stop stop-color="#fbf7ec"/><stop offset="1" stop-color="#f1e8d4"/></linearGradient>
<linearGradient id="inlay" x2="0" y2="1"><stop stop-color="#fbf5e6"/><stop offset="1" stop-color="#eadfc6"/></linearGradient>
<pattern id="weave" width="11" height="11" patternUnits="userSpaceOnUse" x="6" y="4.5"><path d="M.8 1.8H4.7M.8 3.7H4.7M6.3 7.3H10.2M6.3 9.2H10.2M7.3 .8V4.7M9.2 .8V4.7M1.8 6.3V10.2M3.7 6.3V10.2" stroke="#d9a98c" stroke-width=".95" stroke-linecap="round" opacity=".72"/></pattern>`;

/** All 52 cards twice, and the back: the inside of one hidden `<svg>` per page. */
export function cardSprite(): string {
  const ranks = Object.keys(RANKS) as Rank[];
  const suits = Object.keys(SUITS) as Suit[];
  const cards = ranks.flatMap((r) =>
    suits.map((s) => symbol(`card-${r}${s}`, face(r, s)) + symbol(`index-${r}${s}`, index(r, s))),
  );
  return `<defs>${PAINTS}</defs>${BACK}${cards.join('')}`;
}
