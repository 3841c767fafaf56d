import { describe, expect, test } from 'vitest';
import { classic, credits, european, shoe, vegas } from '../../dev/games';
import { cardName } from '../../src/words/cards';
import { label } from '../../src/words/labels';
import { amount, chipText, decimal, money, signed } from '../../src/words/money';
import { inWords, totalInWords, withArticle } from '../../src/words/numbers';
import { inscription, ruleLine, rulesInWords } from '../../src/words/rules';

const ruleOf = (game: typeof classic, title: string) =>
  rulesInWords(game).find(([name]) => name === title)?.[1] ?? '';

describe('words', () => {
  test('money is grouped, signed and never a float', () => {
    expect(decimal(139250, 2)).toBe('1,392.50');
    expect(decimal(-5, 2)).toBe('−0.05');
    expect(decimal(100000000, 0)).toBe('100,000,000');
    expect(money(139250, classic.currency)).toBe('€\u00a01,392.50');
    expect(signed(3750, classic)).toBe('+37.50');
    expect(signed(0, classic)).toBe('0.00');
  });

  test('a credits table counts in credits', () => {
    expect(amount(250, credits)).toBe('25');
    expect(chipText(40, credits)).toBe('4');
    expect(chipText(50, classic)).toBe('0.50');
    expect(chipText(10000, classic)).toBe('100');
  });

  test('totals and cards in words', () => {
    expect(inWords(21)).toBe('twenty-one');
    expect(totalInWords(17, true)).toBe('soft seventeen');
    expect(withArticle('ace')).toBe('an ace');
    expect(withArticle('ten')).toBe('a ten');
    expect(cardName('Td')).toBe('ten of diamonds');
    expect(cardName(null)).toBe('face-down card');
  });

  test('the print on the cloth comes from the rules', () => {
    expect(inscription(classic.rules)).toEqual({
      great: 'Blackjack pays 3 to 2',
      small: ['Insurance pays 2 to 1', 'Dealer hits soft 17', 'Six decks'],
    });
    expect(inscription(european.rules).small).toEqual([
      'Dealer stands on 17',
      'No hole card',
      'Six decks',
    ]);
  });

  test('the rules panel says what this game does, and not what another does', () => {
    expect(ruleOf(classic, 'Double')).toContain('Not after a split');
    expect(ruleOf(vegas, 'Split')).toContain('at most four hands');
    expect(ruleOf(european, 'Insurance')).toBe('Insurance is not offered.');
    expect(ruleOf(shoe, 'Surrender')).toContain('not against an ace');
    expect(ruleOf(shoe, 'Cards')).toContain('50 %');
    expect(ruleOf(credits, 'Also')).toContain('11 cards');
  });

  test('the lobby’s rule line names what sets a game apart', () => {
    expect(ruleLine(european)).toBe('6 decks · no hole card · double 9 to 11');
    expect(ruleLine(credits)).toContain('in credits');
  });

  test('labels come from the game file, else from plain English', () => {
    expect(label(shoe, 'hit')).toBe('Deal');
    expect(label(classic, 'pass')).toBe('Skip');
    expect(label({ labels: { insure: 'INSURANCE' } }, 'insure')).toBe('Insurance');
    expect(label({ labels: {} }, 'surrender')).toBe('Surrender');
  });
});
