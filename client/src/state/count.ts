/** How cards count at blackjack; knows no rules and no table. */

export interface Count {
  readonly total: number;
  readonly soft: boolean;
}

const ACE = 1;

/** What a card counts; an ace 1, whatever it counts in a hand. */
export function cardValue(card: string): number {
  const rank = card.charAt(0);
  if (rank === 'A') return ACE;
  return 'TJQK'.includes(rank) ? 10 : Number(rank);
}

/** The best total of some cards, and whether an ace counts 11 in it; null lies face down. */
export function count(cards: readonly (string | null)[]): Count {
  const values = cards.filter((card) => card !== null).map(cardValue);
  const total = values.reduce((sum, value) => sum + value, 0);
  const soft = values.includes(ACE) && total <= 11;
  return { total: soft ? total + 10 : total, soft };
}
