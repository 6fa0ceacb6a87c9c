/** Sounds made in the browser, only when they were asked for: a chime, and the night. */

import { settings } from './settings.svelte';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** Two soft notes: something is wanted from you. */
export function chime(): void {
  const at = audio();
  if (!at) return;
  for (const [pitch, start] of [
    [523, 0],
    [784, 0.14],
  ] as const) {
    const tone = at.createOscillator();
    const volume = at.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at.currentTime + start);
    volume.gain.linearRampToValueAtTime(0.08, at.currentTime + start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at.currentTime + start + 0.5);
    tone.connect(volume).connect(at.destination);
    tone.start(at.currentTime + start);
    tone.stop(at.currentTime + start + 0.6);
  }
}

/** Wind over the roofs, as long as the night lasts; the answer ends it. */
export function night(): () => void {
  const at = audio();
  if (!at) return () => {};
  const noise = at.createBuffer(1, at.sampleRate * 4, at.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const wind = at.createBufferSource();
  const air = at.createBiquadFilter();
  const volume = at.createGain();
  const breath = at.createOscillator();
  const depth = at.createGain();
  wind.buffer = noise;
  wind.loop = true;
  air.type = 'lowpass';
  air.frequency.value = 320;
  breath.frequency.value = 0.13;
  depth.gain.value = 0.02;
  volume.gain.value = 0.035;
  breath.connect(depth).connect(volume.gain);
  wind.connect(air).connect(volume).connect(at.destination);
  wind.start();
  breath.start();
  return () => {
    volume.gain.linearRampToValueAtTime(0, at.currentTime + 0.5);
    wind.stop(at.currentTime + 0.6);
    breath.stop(at.currentTime + 0.6);
  };
}
