/** How large everything is on this screen, and how a hand of cards fits its column. */

/** desk: a wide screen. phone and short: upright. land: a phone on its side. */
export type LayoutName = 'desk' | 'phone' | 'short' | 'land';

export interface Layout {
  name: LayoutName;
  /** One drawn unit in CSS pixels: the desk is drawn at 1280 x 800, the phone at 390 x 844. */
  u: number;
  width: number;
  height: number;
}

const clamp = (least: number, x: number, most: number) => Math.min(most, Math.max(least, x));

/** The layout of a window of this size. */
export function layoutFor(width: number, height: number): Layout {
  if (height <= 560 && width > height)
    return { name: 'land', u: clamp(0.85, height / 390, 1.3), width, height };
  if (width >= 1000)
    return {
      name: 'desk',
      u: clamp(0.7, Math.min(width / 1280, height / 800), 1.6),
      width,
      height,
    };
  if (height <= 700) return { name: 'short', u: 1, width, height };
  return { name: 'phone', u: clamp(1, Math.min(width / 390, height / 844), 1.8), width, height };
}

/** Sizes a card may have, in drawn units; the pip face from 60 on, and only on a wide screen. */
const SIZES = [88, 72, 66, 64, 58, 56, 50, 48, 46, 41, 38, 36, 33, 30, 28] as const;
/** At this size a hand goes to a second row before it gets smaller still. */
const TWO_ROWS_AT = 36;
export const STEP_FACE = 0.36;
export const STEP_INDEX = 0.47;
/** Six cards and more may be drawn smaller than the box's own size. */
const PIPS_FROM = 60;

export interface Fit {
  /** Card width in drawn units. */
  size: number;
  /** Share of the width that stays visible under the next card. */
  step: number;
  /** How many cards lie in the first row. */
  first: number;
  index: boolean;
}

/** Whether a card of this size shows its index face. */
export const showsIndex = (size: number, layout: LayoutName): boolean =>
  layout !== 'desk' || size < PIPS_FROM;

const widthOf = (n: number, size: number, step: number) => size * (1 + (n - 1) * step);

/** The largest way to lay `n` cards, no larger than `base`, into a row of `width` units. */
export function fitHand(n: number, base: number, width: number, layout: LayoutName): Fit {
  const sizes = [base, ...SIZES.filter((size) => size < base && size >= TWO_ROWS_AT)];
  for (const size of sizes) {
    const index = showsIndex(size, layout);
    const step = index ? STEP_INDEX : STEP_FACE;
    if (widthOf(n, size, step) <= width) return { size, step, first: n, index };
  }
  const size = Math.min(base, TWO_ROWS_AT);
  const first = n > 5 ? Math.ceil(n / 2) : n;
  const squeezed = (width / size - 1) / Math.max(1, first - 1);
  return { size, step: Math.min(STEP_INDEX, squeezed), first, index: true };
}

/**
 * How the hands of one box stand: chips in the spot, side by side, in a ladder, two by two, or in
 * rows with the disc and the bet left of the cards.
 */
export type Arrangement = 'single' | 'side' | 'ladder' | 'grid' | 'rows';

export interface BoxFit {
  arrangement: Arrangement;
  /** Width for one hand's cards, in drawn units. */
  width: number;
  size: number;
}

/** In a narrower column split hands stand two by two, so that their words don't meet. */
const SIDE_FROM = 220;
/** What a hand side by side with others needs, for its disc and word. */
const SIDE_EACH = 104;
/** Beside the cards of a row: its disc, and the bet under it. */
const ROW_HEAD = 56;
const GAP = { desk: 18, other: 8 } as const;

/** Height in drawn units that the hands of a box may take on an upright phone. */
function ladderSize(hands: number, layout: Layout): number {
  const short = layout.name === 'short';
  const crowded = isCrowded(hands);
  const above = short ? (crowded ? 107 : 134) : crowded ? 178 : 199;
  const below = short ? (crowded ? 186 : 206) : crowded ? 232 : 256;
  const head = short ? 29 : 42;
  return Math.floor(((layout.height / layout.u - above - below) / hands - head) / 1.4);
}

/** With four hands in a box a phone gives up what it can: the dealer's cards get smaller too. */
export const isCrowded = (mostHands: number): boolean => mostHands > 3;

const LADDER = { phone: [66, 58, 58, 41], short: [50, 46, 44, 38] } as const;

function upright(hands: number, boxes: number, layout: Layout, name: 'phone' | 'short'): BoxFit {
  const width = layout.width / layout.u / boxes - 10;
  const drawn = LADDER[name][Math.min(hands, 4) - 1] ?? 36;
  if (hands <= 1) return { arrangement: 'single', width, size: drawn };
  return { arrangement: 'ladder', width, size: clamp(28, drawn, ladderSize(hands, layout)) };
}

/** How the hands of a box are laid out on this screen, among `boxes` boxes. */
export function fitBox(hands: number, boxes: number, layout: Layout): BoxFit {
  if (layout.name === 'phone' || layout.name === 'short')
    return upright(hands, boxes, layout, layout.name);
  const column =
    layout.name === 'desk' ? (boxes === 1 ? 640 : 352) : (layout.width / layout.u - 172) / boxes;
  const [one, some, many] = layout.name === 'desk' ? [88, 64, 48] : [52, 46, 36];
  const gap = layout.name === 'desk' ? GAP.desk : GAP.other;
  if (hands <= 1) return { arrangement: 'single', width: column - 12, size: one };
  if (hands === 2 && column < SIDE_FROM)
    return { arrangement: 'ladder', width: column - 16, size: many };
  if (hands > 2 && column < SIDE_FROM)
    return { arrangement: 'rows', width: column - 16 - ROW_HEAD, size: many };
  if (hands <= 3 && column >= Math.max(SIDE_FROM, hands * SIDE_EACH))
    return { arrangement: 'side', width: (column - gap * (hands - 1)) / hands, size: some };
  return { arrangement: 'grid', width: (column - gap - 16) / 2, size: many };
}
