import { afterEach, describe, expect, test, vi } from 'vitest';
import { Band } from '../../src/sound/band.svelte';

/** What jsdom lacks: a context that may sound only once its page is allowed to. */
class Context extends EventTarget {
  static allowed = true;
  state: AudioContextState = 'suspended';
  async resume() {
    if (Context.allowed) this.become('running');
  }
  async close() {
    this.become('closed');
  }
  become(state: AudioContextState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const band = () => new Band(() => ({ sound: true, volume: 1 }));

afterEach(() => {
  vi.unstubAllGlobals();
  Context.allowed = true;
});

describe('the band', () => {
  test('may sound from the first press on', () => {
    vi.stubGlobal('AudioContext', Context);
    const played = band();
    expect(played.blocked).toBe(false);
    played.unlock();
    expect(played.blocked).toBe(false);
  });

  test('says that the browser keeps the page silent, until it is allowed to sound', () => {
    vi.stubGlobal('AudioContext', Context);
    Context.allowed = false;
    const played = band();
    played.unlock();
    expect(played.blocked).toBe(true);
    Context.allowed = true;
    played.unlock();
    expect(played.blocked).toBe(false);
  });

  test('plays nothing, and breaks nothing, where a browser has no sound', () => {
    const played = band();
    played.unlock();
    played.play('chord');
    played.close();
    expect(played.blocked).toBe(false);
  });
});
