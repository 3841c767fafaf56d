/** What is said when a player asks for a hint: the card's choice, and what each other would cost. */

import * as house from '../http/api';
import type { GameInfo } from '../table/contract';
import type { Hint } from '../wire/messages';

interface Asked {
  table: string;
  game: GameInfo;
}

/** Asks the house and says the answer; one that comes too late for its decision is not said. */
export async function askHint(
  { table, game }: Asked,
  decision: () => number | null | undefined,
  say: (sentence: string) => void,
): Promise<void> {
  try {
    const hint = await house.hint(table);
    if (hint.decision === decision()) say(hintSentence(hint, game));
  } catch (error) {
    say(house.problemIn(error));
  }
}

/** `values` are in first bets: the cost of a choice is how much less it is worth, per cent. */
export function hintSentence({ action, values }: Hint, { labels }: GameInfo): string {
  const label = (name: string) => labels[name] ?? name;
  const best = `The card says ${label(action)}.`;
  if (!values) return best;
  const worth = values[action] ?? 0;
  const others = Object.entries(values)
    .filter(([name]) => name !== action)
    .map(([name, value]) => `${label(name)} ${costs(worth - value)}`);
  return others.length > 0 ? `${best} ${others.join(', ')}.` : best;
}

function costs(less: number): string {
  const percent = (Math.abs(less) * 100).toFixed(1);
  return less < 0 ? `gains ${percent} %` : `costs ${percent} %`;
}
