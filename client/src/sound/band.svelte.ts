/** Small sounds, synthesised: no files. It sounds from the first press on, as browsers ask. */

import type { Sound } from './score';

/** How loud and whether; read at every sound. */
export interface Loudness {
  readonly sound: boolean;
  readonly volume: number;
}

type Voice = (context: AudioContext, out: AudioNode, at: number, value: number) => void;

export class Band {
  #context: AudioContext | null = null;
  #blocked = $state(false);
  readonly #loudness: () => Loudness;

  constructor(loudness: () => Loudness) {
    this.#loudness = loudness;
  }

  /** To be called in a press: only then may a page begin to sound. */
  unlock(): void {
    if (typeof AudioContext === 'undefined') return;
    const context = this.#context ?? this.#open();
    if (context.state === 'suspended') void context.resume();
  }

  #open(): AudioContext {
    const context = new AudioContext();
    const heard = () => {
      this.#blocked = context.state === 'suspended';
    };
    context.addEventListener('statechange', heard);
    heard();
    this.#context = context;
    return context;
  }

  /** Whether the browser keeps the page silent though it was pressed. */
  get blocked(): boolean {
    return this.#blocked;
  }

  /** A sound some milliseconds from now. */
  play(sound: Sound, afterMs = 0, value = 0): void {
    const { sound: on, volume } = this.#loudness();
    const context = this.#context;
    if (!on || volume === 0 || context?.state !== 'running') return;
    const out = new GainNode(context, { gain: volume });
    out.connect(context.destination);
    VOICES[sound](context, out, context.currentTime + afterMs / 1000, value);
    setTimeout(() => out.disconnect(), afterMs + DECAYED_MS);
  }

  close(): void {
    void this.#context?.close();
    this.#context = null;
  }
}

/** All voices have died away by then. */
const DECAYED_MS = 2_000;

/** A tone that is struck and dies away. */
function struck(
  context: AudioContext,
  out: AudioNode,
  { at, pitch, lasts, loud, type = 'sine' }: Tone,
): void {
  const gain = new GainNode(context, { gain: 0 });
  const tone = new OscillatorNode(context, { frequency: pitch, type });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  tone.connect(gain).connect(out);
  tone.start(at);
  tone.stop(at + lasts);
}

interface Tone {
  at: number;
  pitch: number;
  lasts: number;
  loud: number;
  type?: OscillatorType;
}

/** A breath of filtered noise: a card on cloth, chips raked in. */
function brushed(context: AudioContext, out: AudioNode, { at, pitch, lasts, loud }: Tone): void {
  const noise = new AudioBufferSourceNode(context, { buffer: noiseOf(context) });
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + lasts * 0.25);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  noise.connect(filter).connect(gain).connect(out);
  noise.start(at);
  noise.stop(at + lasts);
}

const noises = new WeakMap<AudioContext, AudioBuffer>();

function noiseOf(context: AudioContext): AudioBuffer {
  const kept = noises.get(context);
  if (kept) return kept;
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  noises.set(context, buffer);
  return buffer;
}

/** A chip of more value sounds a little higher. */
const chipPitch = (value: number) => 1800 + 220 * Math.log10(Math.max(1, value));

const chip: Voice = (context, out, at, value) => {
  const pitch = chipPitch(value);
  struck(context, out, { at, pitch, lasts: 0.05, loud: 0.25, type: 'triangle' });
  struck(context, out, { at, pitch: pitch * 1.52, lasts: 0.03, loud: 0.1 });
};

/** How many chips are heard for an amount: more for more, but never a cascade. */
const heardChips = (value: number) =>
  Math.min(4, 1 + Math.floor(Math.log10(Math.max(1, value / 100))));

const VOICES: Record<Sound, Voice> = {
  slide: (context, out, at) => brushed(context, out, { at, pitch: 3200, lasts: 0.12, loud: 0.22 }),
  turn: (context, out, at) => {
    brushed(context, out, { at, pitch: 2400, lasts: 0.07, loud: 0.2 });
    brushed(context, out, { at: at + 0.09, pitch: 4200, lasts: 0.05, loud: 0.25 });
  },
  click: chip,
  clicks: (context, out, at, value) => {
    for (let i = 0; i < heardChips(value); i++) chip(context, out, at + i * 0.055, value);
  },
  knock: (context, out, at) => struck(context, out, { at, pitch: 140, lasts: 0.16, loud: 0.4 }),
  chord: (context, out, at) => {
    for (const [i, pitch] of [523.25, 659.25, 783.99].entries()) {
      struck(context, out, { at: at + i * 0.03, pitch, lasts: 0.7, loud: 0.12, type: 'triangle' });
    }
  },
  rake: (context, out, at) => brushed(context, out, { at, pitch: 1400, lasts: 0.24, loud: 0.2 }),
  gather: (context, out, at) => brushed(context, out, { at, pitch: 2000, lasts: 0.26, loud: 0.12 }),
  displaced: (context, out, at) => {
    struck(context, out, { at, pitch: 440, lasts: 0.22, loud: 0.18, type: 'triangle' });
    struck(context, out, {
      at: at + 0.16,
      pitch: 349.23,
      lasts: 0.3,
      loud: 0.18,
      type: 'triangle',
    });
  },
  tick: (context, out, at) => struck(context, out, { at, pitch: 1000, lasts: 0.04, loud: 0.2 }),
  yourTurn: (context, out, at) => struck(context, out, { at, pitch: 880, lasts: 0.08, loud: 0.1 }),
};
