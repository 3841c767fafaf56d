import { describe, expect, test } from 'vitest';
import { fixture } from '../../dev/fixtures';
import { classic } from '../../dev/games';
import type { StrategyCard } from '../../src/table/contract';
import { draw } from './draw';

const row = (cell: string) => Array.from({ length: 10 }, () => cell);
const card: StrategyCard = {
  insure: false,
  even_money: false,
  hard: { 16: row('H'), 17: row('S') },
  soft: { 18: row('Ds') },
  pairs: { 8: row('P'), T: row('-') },
};
const game = { ...classic, card, published_rtp: '99.27', certified: { edge: -0.8, rtp: 99.294 } };
const panel = () =>
  draw(fixture({ game, view: { c2: 'c2'.repeat(32) }, ui: { panel: 'rules' } })).find('.panel');
const flat = (element: Element) => element.textContent?.replaceAll(/\s+/g, ' ') ?? '';

describe('the rules panel', () => {
  test('000-M1 the published return stands beside both computed measures, with the difference', () => {
    const text = flat(panel());
    expect(text).toContain('RTP 99.29 %');
    expect(text).toContain('The edge is −0.80 %');
    expect(text).toContain('Published for this game: 99.27 %, 0.02 points below the computed RTP.');
  });

  test('000-C12 the strategy card is there cell by cell, insurance and even money too', () => {
    const shown = panel();
    const rows = [...shown.querySelectorAll('section tbody tr')].map((one) =>
      [...one.children].map((cell) => cell.textContent).join(' '),
    );
    expect(rows).toContain('16 H H H H H H H H H H');
    expect(rows).toContain('18 Ds Ds Ds Ds Ds Ds Ds Ds Ds Ds');
    expect(rows).toContain('T · · · · · · · · · ·');
    expect(flat(shown)).toContain('Insurance: never.');
    expect(flat(shown)).toContain('Even money: never.');
  });

  test('the seals of the shuffle are there whole, to be copied', () => {
    const codes = [...panel().querySelectorAll('code')].map((code) => code.textContent);
    expect(codes).toEqual([fixture({}).view.c1, 'c2'.repeat(32)]);
  });

  test('004-E6 the payoffs are a table', () => {
    const cells = [...panel().querySelectorAll('.payoffs td')].map((cell) => cell.textContent);
    expect(cells).toEqual(['1:1', '2:1', '3:2']);
  });
});
