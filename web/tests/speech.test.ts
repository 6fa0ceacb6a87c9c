/** A voice that is never late. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Voice } from '../src/speech';

interface Utterance {
  text: string;
  onend?: () => void;
}

const said: Utterance[] = [];
const say = (voice: Voice, text: string, isNews = false) =>
  voice.say({ text, language: 'en', isNews });

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [],
    speak: (words: Utterance) => said.push(words),
    cancel: () => {},
  });
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the voice', () => {
  it('says one thing at a time and drops what is overtaken', () => {
    const voice = new Voice();
    for (const text of ['night', 'mafia', 'detectives']) say(voice, text);
    expect(said.map(({ text }) => text)).toEqual(['night']);
    said[0]!.onend?.();
    expect(said.map(({ text }) => text)).toEqual(['night', 'detectives']);
  });

  it('says news together with what overtook them', () => {
    const voice = new Voice();
    say(voice, 'plea');
    say(voice, 'verdict', true);
    say(voice, 'close the list');
    say(voice, 'night');
    said[0]!.onend?.();
    expect(said[1]!.text).toBe('verdict night');
  });

  it('says no news that are old', () => {
    const voice = new Voice();
    say(voice, 'a very long speech '.repeat(10));
    say(voice, 'verdict', true);
    vi.advanceTimersByTime(13_000);
    say(voice, 'night');
    said[0]!.onend?.();
    expect(said[1]!.text).toBe('night');
  });

  it('goes on where a browser never says that it has ended', () => {
    const voice = new Voice();
    say(voice, 'night');
    say(voice, 'mafia');
    vi.advanceTimersByTime(2400);
    expect(said.map(({ text }) => text)).toEqual(['night', 'mafia']);
    said[0]!.onend?.();
    say(voice, 'detectives');
    expect(said.length).toBe(2);
  });

  it('is hushed at once', () => {
    const voice = new Voice();
    say(voice, 'night');
    say(voice, 'mafia');
    voice.hush();
    said[0]!.onend?.();
    expect(said.length).toBe(1);
    say(voice, 'day');
    expect(said.length).toBe(2);
  });
});
