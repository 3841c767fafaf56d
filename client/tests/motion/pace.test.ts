import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { score } from '../../src/motion/score';
import type { AnyEvent, Events } from '../../src/wire/messages';
import golden from '../state/frames.golden.json';

/** The house's own source; tests run in the client's folder. */
const PACE = readFileSync('../src/evenmoney/house/pace.py', 'utf8');
const tapes = golden as unknown as { game: string; told: { frame: Events }[] }[];

/** A doubled hand that is bust pauses a little longer than the house allows for one card. */
const WITHIN_MS = 100;

/** A constant of the house's pace, in milliseconds. */
function pace(name: string): number {
  const found = PACE.match(new RegExp(`^${name}: Final = (\\d+)$`, 'm'));
  if (!found) throw new Error(`no ${name} in pace.py`);
  return Number(found[1]);
}

/** How long the house lets these events' moves take before a decision's clock starts. */
function allowed(events: readonly AnyEvent[]): number {
  const cards = events.filter(({ type }) => type === 'card_dealt' || type === 'dealer_card_dealt');
  const settled = events.some(({ type }) => type === 'hand_settled');
  return cards.length * pace('CARD_MS') + (settled ? pace('SETTLE_MS') : 0);
}

test('no clock of a decision starts before the cards that lead to it have moved', () => {
  const asked = tapes.flatMap(({ told }) =>
    told.map(({ frame }) => frame).filter(({ turn, events }) => turn && allowed(events) > 0),
  );
  expect(asked.length).toBeGreaterThan(10);
  for (const { events } of asked) {
    const over = score({ events }).lasts - allowed(events);
    expect(over, JSON.stringify(events)).toBeLessThanOrEqual(WITHIN_MS);
  }
});
