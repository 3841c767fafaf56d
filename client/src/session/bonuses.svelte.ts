/**
 * The player's bonuses at one game: asked of the house when something may be different, told on a
 * slip when one waits or is at its end. At a game that takes none nothing is asked.
 */

import * as house from '../http/api';
import type { GameInfo } from '../table/contract';
import type { BonusView, PrivateView } from '../wire/messages';
import { isGoodHere } from '../words/bonus';
import { amount } from '../words/money';
import type { Notice } from './notices';

/** How the player is told, and what was told is taken back. */
interface Teller {
  tell(notice: Notice): void;
  withdraw(about: string): void;
}

const aboutOf = (bonus: number): string => `bonus ${bonus}`;

export class Bonuses {
  #asked = $state.raw<readonly BonusView[]>([]);
  #active = $state.raw<BonusView | null>(null);
  #problem = $state('');
  /** The bonuses that the player was told of as waiting. */
  readonly #told = new Set<number>();
  readonly #game: GameInfo;
  readonly #teller: Teller;

  constructor(game: GameInfo, teller: Teller) {
    this.#game = game;
    this.#teller = teller;
  }

  /** Newest first; the one in play as the table last showed it. */
  get all(): readonly BonusView[] {
    const active = this.#active;
    return this.#asked.map((one) => (one.bonus === active?.bonus ? active : one));
  }

  /** Why the house did not do what was asked of it; empty when it did. */
  get problem(): string {
    return this.#problem;
  }

  /** One was granted just now, while the player sits here. */
  granted(bonus: BonusView): void {
    const others = this.#asked.filter((one) => one.bonus !== bonus.bonus);
    this.#asked = [bonus, ...others];
    this.#tellWaiting(bonus);
  }

  /** The player sits here: what waits for him is told once. */
  begin({ bonus }: PrivateView): void {
    this.#plays(bonus);
    void this.refresh().then(() => {
      const waiting = this.#asked.find((one) => isGoodHere(one, this.#game));
      if (this.#active === null && waiting) this.#tellWaiting(waiting);
    });
  }

  /** What the player sees of his money is another: a bonus that has gone is explained. */
  stood(before: PrivateView, { bonus, purse }: PrivateView): void {
    this.#plays(bonus);
    const was = before.bonus;
    const released = purse.balance - before.purse.balance;
    if (was?.bonus === bonus?.bonus) return this.#tellReleased(bonus, released);
    void this.refresh().then(() => {
      const now = this.#asked.find((one) => one.bonus === was?.bonus);
      const notice = now && endNotice(now, released, this.#game);
      if (notice) this.#teller.tell(notice);
    });
  }

  /** What waited until its time was over waits no more. */
  minute(now: number): void {
    const isOver = ({ state, expires_at }: BonusView) =>
      state === 'open' && expires_at !== null && expires_at <= now;
    if (this.#asked.some(isOver)) void this.refresh();
  }

  async refresh(): Promise<void> {
    if (this.#game.bonus_kinds.length > 0) await this.#ask(async () => undefined);
  }

  /** Ends a bonus that is not in play. */
  giveUp(bonus: number): Promise<void> {
    return this.#ask(() => house.closeBonus(bonus));
  }

  async #ask(first: () => Promise<unknown>): Promise<void> {
    try {
      await first();
      this.#asked = (await house.bonuses()).bonuses;
      this.#problem = '';
      for (const one of this.#asked)
        if (one.active || !isGoodHere(one, this.#game)) this.#teller.withdraw(aboutOf(one.bonus));
    } catch (error) {
      this.#problem = house.problemIn(error);
    }
  }

  /** What is played with waits no more. */
  #plays(bonus: BonusView | null): void {
    this.#active = bonus;
    if (bonus) this.#teller.withdraw(aboutOf(bonus.bonus));
  }

  /** A requirement that is met lets go what was won, while the bonus is played on. */
  #tellReleased(bonus: BonusView | null, released: number): void {
    if (bonus === null || released <= 0 || bonus.wagered < bonus.required) return;
    const text = 'The wagering requirement is met: what you win beyond the bonus is yours.';
    this.#teller.tell({ title: `${amount(released, this.#game)} is your own money now`, text });
  }

  /** Each bonus is told of once. */
  #tellWaiting(waiting: BonusView): void {
    if (this.#told.has(waiting.bonus) || !isGoodHere(waiting, this.#game)) return;
    this.#told.add(waiting.bonus);
    this.#teller.tell({
      about: aboutOf(waiting.bonus),
      title: `A bonus of ${amount(waiting.balance, this.#game)} waits for you`,
      text: this.#active
        ? 'Put away the one that you play with to activate it.'
        : 'Activate it to play with it, or play on with your own money.',
      opens: 'bonus',
      stays: true,
    });
  }
}

/** What is told of a bonus that was in play and has ended; null when it was only put away. */
export function endNotice(bonus: BonusView, released: number, game: GameInfo): Notice | null {
  if (bonus.state === 'open') return null;
  if (bonus.state === 'expired') {
    const text = 'What was left of it is forfeited. You play with your own money again.';
    return { title: 'The time of your bonus is over', text, stays: true };
  }
  const won =
    released > 0 ? `${amount(released, game)} that you won with it is your own money now. ` : '';
  const text = `${won}You play with your own money again.`;
  return { title: 'Your bonus is played to its end', text, stays: true };
}
