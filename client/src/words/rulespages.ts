/** The words of the pages on rules and fairness, written for players. */

export const pages = {
  rules: 'Rules',
  alone: 'Single-player',
  several: 'Multiplayer',
  fairness: 'Fairness',
  lead: 'Nobody has to trust our shuffle. Each one is sealed before you bet, mixed with a part that your own browser makes, and laid open when it is over.',
  verifyLast: 'Verify a round of mine',
  verifyNone: 'Play a round, and you can verify it here.',
} as const;

/** How a shuffle is proven, step by step. */
export const STEPS: readonly (readonly [string, string])[] = [
  [
    'The house seals its seed',
    'Before any bet is taken the house draws 32 random bytes and shows their fingerprint, c1. It stands at the top right of the table, and your browser keeps it. From then on the house can’t use another seed without being found out.',
  ],
  [
    'You add your part',
    'With Deal your browser sends 16 random bytes, made after it has seen c1, and a text of your own if you type one in the settings. With several players everybody first sends only a fingerprint of his part, so nobody can choose his by the others’.',
  ],
  [
    'Seed and parts make the order',
    'The cards are shuffled by a fixed rule from seed and parts alone: every order of the pack can come, none more often than another. At the shoe you cut as well.',
  ],
  [
    'The order is pinned',
    'With the first card the house shows c2, the fingerprint of the whole order. No card can change its place any more.',
  ],
  [
    'Everything is shown',
    'After the round (at the shoe: after the last round of it) seed, parts and order are laid open. Your browser, our command line or a program of your own recomputes every card.',
  ],
];

/** What else a player may want to know, and where the answer is shown. */
export const QUESTIONS: readonly (readonly [string, string])[] = [
  [
    'Could the house try many seeds and show the best one?',
    'No. The shuffles of a table are numbered without gaps, each is sealed before the one before it is over, and each is laid open, also one in which nothing was dealt.',
  ],
  [
    'Could the last player choose his part to his own good?',
    'He has sealed it before any other was opened. All he can do is not to open it at all; it then counts as empty.',
  ],
  [
    'What does a game return?',
    'The figure on every table is computed from its rules, card by card, and checked by simulation and by the very program that deals. It assumes that every decision follows the strategy card, which you find in the rules of each table.',
  ],
  [
    'What if something breaks?',
    'Every press that counted is on disk before you see what it did. A round that breaks off goes on where it stood; the rules of each game say how.',
  ],
];
