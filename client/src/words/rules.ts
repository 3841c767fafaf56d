/** What a game's rules say, made from the rules themselves and never typed for one game. */

import type { GameInfo, GameRules } from '../table/contract';
import { amount } from './money';
import { inWords } from './numbers';
import { capital } from './text';

const toWords = (odds: string) => odds.replace(':', ' to ');

const decks = (n: number) => (n === 1 ? 'One deck' : `${capital(inWords(n))} decks`);

/** The two lines printed on the cloth: the great one, and the parts of the small one, which a
 * phone sets shorter. */
export function inscription(
  rules: GameRules,
  narrow = false,
): { great: string; small: readonly string[] } {
  const small = [
    ...(rules.insurance ? [narrow ? 'Insurance 2 to 1' : 'Insurance pays 2 to 1'] : []),
    `Dealer ${rules.hit_soft_17 ? 'hits soft 17' : 'stands on 17'}`,
    ...(rules.hole_card === 'none' ? ['No hole card'] : []),
    decks(rules.decks),
  ];
  return { great: `Blackjack pays ${toWords(rules.blackjack_pays)}`, small };
}

const DOUBLES: Readonly<Record<GameRules['double_on'], string>> = {
  any: 'double any two',
  hard: 'double any hard two',
  '9-11': 'double 9 to 11',
  '10-11': 'double 10 and 11',
};

/** One line for the lobby: what sets this game apart, at most three parts. */
export function ruleLine(game: GameInfo): string {
  const { rules } = game;
  const parts = [rules.decks === 1 ? '1 deck' : `${rules.decks} decks`];
  if (game.denomination) parts.push('in credits');
  if (rules.shoe !== 'fresh') parts.push('you cut the cards');
  if (rules.hole_card === 'none') parts.push('no hole card');
  if (rules.surrender !== 'none') parts.push('late surrender');
  if (rules.charlie) parts.push(`${rules.charlie} cards win`);
  if (rules.max_hands > 2) parts.push(`split to ${rules.max_hands}`);
  if (rules.double_on !== 'any') parts.push(DOUBLES[rules.double_on]);
  if (rules.hit_soft_17) parts.push('soft 17 hit');
  if (rules.double_after_split) parts.push('double after split');
  parts.push('double any two');
  return [...new Set(parts)].slice(0, 3).join(' · ');
}

/** `"1.00 to 100.00, in steps of 0.10"`. */
export const limitsLong = (game: GameInfo): string =>
  `${limitsLine(game)}, in steps of ${amount(game.limits.stake_step, game)}`;

/** `"1.00 to 100.00"`. */
export const limitsLine = (game: GameInfo): string =>
  `${amount(game.limits.stake_min, game)} to ${amount(game.limits.stake_max, game)}`;

const SURRENDERS: Readonly<Record<GameRules['surrender'], string>> = {
  none: 'Surrender is not offered.',
  late: 'As the very first action of a hand you may surrender: half the bet comes back. The dealer has looked for blackjack before.',
  late_not_ace:
    'As the very first action of a hand you may surrender, but not against an ace: half the bet comes back.',
};

const HOLE: Readonly<Record<GameRules['hole_card'], string>> = {
  first:
    'The dealer’s first card lies face down. Under an ace or a ten-valued card he looks at it before anyone plays.',
  second:
    'The dealer’s second card lies face down. Under an ace or a ten-valued card he looks at it before anyone plays.',
  none: 'The dealer takes one card, and his second only after all boxes have played.',
};

const LOSS: Readonly<Record<GameRules['no_hole_card_loss'], string>> = {
  all_bets:
    'His blackjack then takes every bet in the boxes, doubles and splits too, but pushes yours.',
  original_bets: 'His blackjack then takes the first bet of each box, and no more.',
};

const DOUBLED: Readonly<Record<GameRules['double_on'], string>> = {
  any: 'any first two cards below 21',
  hard: 'first two cards without an ace',
  '9-11': 'a hard nine, ten or eleven on two cards',
  '10-11': 'a hard ten or eleven on two cards',
};

const RULE_TITLES = ['Cards', 'Dealer', 'Payoffs', 'Double', 'Split', 'Insurance'] as const;
export type RuleTitle =
  | (typeof RULE_TITLES)[number]
  | 'Surrender'
  | 'Also'
  | 'Time'
  | 'If the line breaks'
  | 'If something fails';

const shoe = ({ decks: n, shoe: cut }: GameRules) =>
  cut === 'fresh'
    ? `${n === 1 ? 'One pack' : `${capital(inWords(n))} packs`} of 52 cards, shuffled anew for every round.`
    : `${capital(inWords(n))} packs of 52 cards, which you cut. They are played down until the cut card, at ${Math.round(cut * 100)} % of the pack, has come out.`;

const split = (rules: GameRules) =>
  [
    `Two cards of the same value may be split, a king and a ten too, for an equal bet: into at most ${inWords(rules.max_hands)} hands.`,
    rules.hit_split_aces
      ? 'Split aces are played on.'
      : `Split aces get one card each${rules.resplit_aces ? '; another ace may be split again' : ''}.`,
    'A 21 on a split hand is no blackjack.',
  ].join(' ');

const insurance = (rules: GameRules) =>
  rules.insurance
    ? `Against an ace you may insure a box for half its bet; it pays 2 to 1 when the dealer has blackjack.${
        rules.even_money ? ' A blackjack is offered even money instead: paid 1 to 1 at once.' : ''
      }`
    : 'Insurance is not offered.';

const also = (game: GameInfo) => {
  const { rules } = game;
  const lines = [];
  if (rules.charlie) lines.push(`A hand of ${rules.charlie} cards that is not bust wins at once.`);
  if (!rules.auto_stand_on_21) lines.push('At 21 you press Stand yourself.');
  if (rules.max_win !== null)
    lines.push(
      `A round wins at most ${amount(rules.max_win, game)} net; with these limits that ${highestWin(game) > rules.max_win ? 'can' : 'can’t'} matter.`,
    );
  return lines.join(' ');
};

const payoffs = (rules: GameRules) =>
  `Win 1:1 · blackjack ${rules.blackjack_pays}${rules.insurance ? ' · insurance 2:1' : ''}. On equal totals the bet comes back; blackjack beats any other 21.`;

const span = (seconds: number) =>
  seconds % 3600 === 0
    ? counted(seconds / 3600, 'hour')
    : seconds % 60 === 0
      ? counted(seconds / 60, 'minute')
      : counted(seconds, 'second');

const counted = (n: number, unit: string) => `${inWords(n)} ${unit}${n === 1 ? '' : 's'}`;

/** When the table waits no longer, and what happens then. */
function time({ kind, timers, unconfirmed_bets }: GameInfo): string {
  const { betting_seconds, insurance_seconds, action_seconds, round_seconds } = timers;
  const back = unconfirmed_bets === 'returned' ? 'come back to you' : 'are played';
  const limits = [
    betting_seconds &&
      `Betting closes ${span(betting_seconds)} after the first bet, or when all have said Deal or Skip; bets without Deal ${back}.`,
    insurance_seconds &&
      `After ${span(insurance_seconds)} an offer of insurance is declined for you.`,
    action_seconds &&
      `After ${span(action_seconds)} without an answer the strategy card plays the next action of the hand.`,
    kind === 'multi' && 'After three rounds without an answer your seat is free again.',
    round_seconds && hour(round_seconds),
  ].filter((line) => typeof line === 'string');
  return limits.join(' ') || 'Nothing is timed: neither your bets nor your decisions.';
}

const hour = (seconds: number) =>
  `${capital(span(seconds))} after the first card every open hand stands, whether you are there or not.`;

function broken({ kind, timers }: GameInfo): string {
  if (kind === 'multi')
    return `When your connection has been gone for ${span(timers.disconnect_grace_seconds)}, or when you leave, the strategy card plays your hands to the end of the round; you return to your seat after it, or to a free one.`;
  if (timers.round_seconds)
    return `A broken line does not stop the round. Come back and go on where it stood, within the ${span(timers.round_seconds)}; what it wins is credited in any case.`;
  return 'Whatever breaks, the round waits exactly as it stood: bets, cards and actions. At the next log-in you go on from there.';
}

/** What this house gives for a round that can't be completed. */
const VOID_PAYS: Readonly<Record<GameInfo['void_pays'], string>> = {
  bets: 'every bet of it comes back, and every payout of it is taken back',
  better:
    'you keep what you had won in it so far or get your bets back, whichever is more; a hand that was not decided counts as its bet',
};

const fails = ({ void_pays }: GameInfo) =>
  `A round that can not be completed as it was dealt is void: ${VOID_PAYS[void_pays]}. Your history shows it. What you have spent of a payout that is taken back is noted as owed to the house; a balance never goes below zero. Nothing is deleted.`;

/** What a round can win at most with these limits, in minor units. */
export const highestWin = ({ rules, limits }: GameInfo): number =>
  rules.boxes * rules.max_hands * (rules.double_after_split ? 2 : 1) * limits.stake_max;

/** The full rules as titled sentences, in reading order. */
export function rulesInWords(game: GameInfo): readonly (readonly [RuleTitle, string])[] {
  const { rules } = game;
  const dealer = `He draws to 17 and ${rules.hit_soft_17 ? 'hits' : 'stands on'} a soft 17. ${HOLE[rules.hole_card]}${
    rules.hole_card === 'none' ? ` ${LOSS[rules.no_hole_card_loss]}` : ''
  }`;
  const double = `You may double on ${DOUBLED[rules.double_on]}: one more card, and the hand stands.${
    rules.double_after_split ? ' After a split too, except on aces.' : ' Not after a split.'
  }`;
  const all: [RuleTitle, string][] = [
    ['Cards', shoe(rules)],
    ['Dealer', dealer],
    ['Payoffs', payoffs(rules)],
    ['Double', double],
    ['Split', split(rules)],
    ['Insurance', insurance(rules)],
    ['Surrender', SURRENDERS[rules.surrender]],
    ['Also', also(game)],
    ['Time', time(game)],
    ['If the line breaks', broken(game)],
    ['If something fails', fails(game)],
  ];
  return all.filter(([, text]) => text !== '');
}
