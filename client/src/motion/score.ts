/**
 * The motion score: which event is shown when, and how long its moves last. Pure: from a frame's
 * events to steps in time, at normal speed, counted from the moment the frame may begin.
 */

import { type CardEvent, showsCard } from '../state/fold';
import type { AnyEvent, Events } from '../wire/messages';

/** Milliseconds at normal speed. */
export const SCORE = {
  chip: 160,
  dealGap: 90,
  flight: 200,
  flip: 180,
  /** The flip begins when this part of the flight is done. */
  flipFrom: 0.6,
  glide: 220,
  splitCard: 220,
  doubleCard: 100,
  bustPause: 120,
  sweep: 260,
  holePause: 300,
  drawGap: 350,
  resultPause: 200,
  payPause: 150,
  payGap: 60,
  pay: 320,
  away: 260,
  displacedLift: 160,
  displaced: 320,
} as const;

/** From the moment a card leaves the shoe until its face can be read. */
export const LANDED = SCORE.flight * SCORE.flipFrom + SCORE.flip;

/** What kind of move a step makes; `plan` knows where from and where to. */
export type Cue =
  | { readonly kind: 'card' | 'flip' | 'still' | 'chips' | 'sweep' | 'settle' | 'away' }
  | { readonly kind: 'split'; readonly box: number; readonly hand: number };

/** One moment of a frame: `place` and `land` are the two parts of a card, `fold` is the rest. */
export type Step =
  | { readonly do: 'place' | 'land'; readonly at: number; readonly event: CardEvent; cue: Cue }
  | { readonly do: 'fold'; readonly at: number; readonly event: AnyEvent; readonly cue: Cue };

/** A frame in time; `lasts` until everything has come to rest. */
export interface Scored {
  readonly steps: readonly Step[];
  readonly lasts: number;
}

const STILL: Cue = { kind: 'still' };

/** The steps of a frame, in the order in which they happen. */
export function score({ events }: Pick<Events, 'events'>): Scored {
  const writer = new Writer();
  for (const event of events) {
    if (showsCard(event)) writer.card(event);
    else writer.other(event);
  }
  return writer.done();
}

/** Writes a frame's steps from left to right. */
class Writer {
  readonly #steps: Step[] = [];
  /** When the last card left the shoe. */
  #left = 0;
  /** When everything so far has come to rest. */
  #rest = 0;
  /** What the next card follows. */
  #after: 'nothing' | 'deal' | 'dealt' | 'split' | 'double' | 'dealer' = 'nothing';
  #settledAt: number | null = null;
  #paidBoxes = new Set<number>();

  card(event: CardEvent): void {
    const at = this.#cardAt(event);
    const turned = event.type === 'hole_card_revealed';
    const landed = at + (turned ? SCORE.flip : LANDED);
    this.#steps.push({ do: 'place', at, event, cue: { kind: turned ? 'flip' : 'card' } });
    this.#steps.push({ do: 'land', at: landed, event, cue: STILL });
    this.#left = at;
    this.#rest = Math.max(this.#rest, landed);
    if (turned) this.#after = 'dealer';
    else if (this.#after === 'deal') this.#after = 'dealt';
    else if (this.#after !== 'dealt') {
      this.#after = event.type === 'dealer_card_dealt' ? 'dealer' : 'nothing';
    }
  }

  #cardAt(event: CardEvent): number {
    if (event.type === 'hole_card_revealed') return this.#rest + SCORE.holePause;
    switch (this.#after) {
      case 'dealt':
        return this.#left + SCORE.dealGap;
      case 'dealer':
        return Math.max(this.#left + SCORE.drawGap, this.#rest);
      case 'split':
        return this.#left + SCORE.splitCard;
      case 'double':
        return this.#left + SCORE.doubleCard;
      default:
        return this.#rest + (event.type === 'dealer_card_dealt' ? SCORE.holePause : 0);
    }
  }

  other(event: Exclude<AnyEvent, CardEvent>): void {
    switch (event.type) {
      case 'round_started':
        this.#fold(event, this.#rest, STILL, 0);
        this.#after = 'deal';
        return;
      case 'hand_split':
        this.#fold(event, this.#rest, { kind: 'split', ...handOf(event) }, SCORE.glide);
        this.#left = this.#rest - SCORE.glide;
        this.#after = 'split';
        return;
      case 'hand_doubled':
        this.#fold(event, this.#rest, { kind: 'chips' }, SCORE.chip);
        this.#left = this.#rest - SCORE.chip;
        this.#after = 'double';
        return;
      case 'hand_decided':
        return this.#decided(event);
      case 'insurance_settled':
      case 'hand_settled':
        return this.#settled(event);
      case 'round_closed':
        return this.#closed(event);
      case 'table_cleared':
      case 'round_voided':
        return this.#fold(event, this.#rest, { kind: 'away' }, SCORE.away);
      case 'bet_changed':
        return this.#fold(event, this.#rest, { kind: 'chips' }, 0);
      case 'insurance_taken':
        return this.#fold(event, this.#rest, { kind: 'chips' }, SCORE.chip);
      default:
        this.#after = 'nothing';
        return this.#fold(event, this.#rest, STILL, 0);
    }
  }

  #decided(event: Extract<AnyEvent, { type: 'hand_decided' }>): void {
    this.#after = 'nothing';
    if (event.outcome !== 'bust') return this.#fold(event, this.#rest, STILL, 0);
    // The next hand lights up at once: the sweep holds nothing up.
    this.#fold(event, this.#rest + SCORE.bustPause, { kind: 'sweep' }, 0);
  }

  /** All discs change at once; the chips follow box by box. */
  #settled(event: Extract<AnyEvent, { type: 'insurance_settled' | 'hand_settled' }>): void {
    this.#settledAt ??= this.#rest + SCORE.resultPause;
    if (event.paid > 0) this.#paidBoxes.add(event.box);
    this.#steps.push({ do: 'fold', at: this.#settledAt, event, cue: { kind: 'settle' } });
  }

  #closed(event: Extract<AnyEvent, { type: 'round_closed' }>): void {
    const at = this.#settledAt ?? this.#rest;
    const boxes = this.#paidBoxes.size;
    const chips = boxes === 0 ? SCORE.sweep : SCORE.pay + SCORE.payGap * (boxes - 1);
    this.#steps.push({ do: 'fold', at, event, cue: STILL });
    this.#rest = at + SCORE.payPause + chips;
  }

  #fold(event: AnyEvent, at: number, cue: Cue, lasts: number): void {
    this.#steps.push({ do: 'fold', at, event, cue });
    this.#rest = Math.max(this.#rest, at + lasts);
  }

  done(): Scored {
    const inTime = [...this.#steps].sort((one, other) => one.at - other.at);
    return { steps: inTime, lasts: Math.max(this.#rest, this.#settledAt ?? 0) };
  }
}

function handOf({ box, hand }: { box: number; hand: number }) {
  return { box, hand };
}
