/**
 * What is shown of a table, in its time: moves, sounds and sentences, always ending in what is
 * known. It knows no connection and nothing that is pressed.
 */

import { flushSync } from 'svelte';
import { type Change, Player, type Shown } from '../motion/player';
import { Stage } from '../motion/stage';
import type { Band } from '../sound/band.svelte';
import { soundsOf } from '../sound/score';
import type { GameInfo } from '../table/contract';
import { sentences } from '../voice/sentences';
import type { Spoken } from '../voice/spoken.svelte';
import type { AnyEvent, Events, PrivateView } from '../wire/messages';
import { REAL_TIME } from './page';
import { sceneOf } from './scenery';
import type { KeptSettings } from './settings.svelte';

export interface ShowingNeeds {
  game: GameInfo;
  settings: KeptSettings;
  spoken: Spoken;
  band: Band;
  /** An event is seen now; `before` is what was shown until then. */
  seen(event: AnyEvent, before: Shown): void;
  /** How things stand for the player is seen to be another. */
  stood(before: PrivateView, after: PrivateView): void;
  /** Everything known is shown. */
  rested(): void;
}

export class Showing {
  #shown = $state.raw<Shown | null>(null);
  #moving = $state(false);
  /** What was shown when everything last lay still. */
  #rested = $state.raw<Shown | null>(null);
  #player: Player | null = null;
  #stage: Stage | null = null;
  readonly #needs: ShowingNeeds;

  constructor(needs: ShowingNeeds) {
    this.#needs = needs;
  }

  get current(): Shown | null {
    return this.#shown;
  }

  get rested(): Shown | null {
    return this.#rested;
  }

  /** True while beats are still playing. */
  get moving(): boolean {
    return this.#moving;
  }

  /** The element that the table is drawn in: things move from now on. */
  mount(root: HTMLElement): () => void {
    this.#stage = new Stage(root);
    return () => {
      this.#stage?.remove();
      this.#stage = null;
    };
  }

  stop(): void {
    this.#player?.stop();
  }

  /** A whole state: shown as it is, without a move. */
  begin(shown: Shown): void {
    if (this.#player) return this.#player.replace(shown);
    this.#shown = shown;
    this.#player = new Player(
      shown,
      (change) => this.#show(change),
      () => this.factor,
      REAL_TIME,
    );
  }

  play(frame: Events): void {
    this.#player?.play(frame);
    this.rest();
  }

  tell(you: PrivateView): void {
    this.#player?.tell(you);
  }

  skip(): void {
    this.#player?.skip();
  }

  /** Whether there was something to hurry. */
  catchUp(): boolean {
    const moving = this.#player?.busy ?? false;
    if (moving) this.skip();
    return moving;
  }

  throwChip(amount: number, box: number): void {
    this.#stage?.throwChip(amount, box, this.factor);
  }

  /** How fast things move: not at all when the player or his system says so, or nobody looks. */
  get factor(): number {
    const { speed } = this.#needs.settings.current;
    if (speed === 'off' || document.hidden) return 0;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
    return speed === 'fast' ? 0.5 : 1;
  }

  rest(): void {
    this.#moving = this.#player?.busy ?? false;
    if (this.#moving) return;
    this.#rested = this.#shown;
    this.#needs.rested();
  }

  #show(change: Change): void {
    const commit = () => {
      flushSync(() => {
        this.#shown = change.after;
        for (const moment of change.moments)
          if (moment.do === 'fold') this.#needs.seen(moment.event, change.before);
        const { before, after } = change;
        if (before.you !== after.you) this.#needs.stood(before.you, after.you);
      });
    };
    if (this.#stage && change.factor > 0 && change.cues.some(({ kind }) => kind !== 'still')) {
      this.#stage.perform(commit, sceneOf(change), change.factor);
    } else {
      if (change.factor === 0) this.#stage?.settle();
      commit();
    }
    this.rest();
    const { spoken, game } = this.#needs;
    spoken.say(...sentences(change.moments, change.before, change.after, game));
    if (change.factor > 0) this.#sound(change);
  }

  #sound(change: Change): void {
    for (const { sound, after, value } of soundsOf(change)) {
      this.#needs.band.play(sound, after * change.factor, value);
    }
  }
}
