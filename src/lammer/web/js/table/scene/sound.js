// Sounds, if they are switched on: a tick for a trial, and the call spoken.

import { settings } from "../shared/settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** Play a short knock. @param {AudioContext} context @param {number} at @param {number} pitch */
function knock(context, at, pitch) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = "triangle";
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(pitch / 3, at + 0.06);
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + 0.1);
}

/** Play a note. @param {AudioContext} context @param {number} at @param {number} pitch */
function note(context, at, pitch) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.frequency.setValueAtTime(pitch, at);
  volume.gain.setValueAtTime(0.001, at);
  volume.gain.exponentialRampToValueAtTime(0.08, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.45);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + 0.5);
}

/**
 * Play sounds if they are switched on; without audio the game continues silently.
 * @param {(context: AudioContext, now: number) => void} make
 */
function heard(make) {
  if (!settings.sound) return;
  try {
    audio ??= new AudioContext();
    make(audio, audio.currentTime);
  } catch {
    audio = null;
  }
}

/** Play a trial: thrown, touching the felt, hitting the wall. */
export const tick = () => heard((context, now) =>
  [0.42, 0.48, 0.66, 0.72, 0.9, 1].forEach((wait, at) =>
    knock(context, now + wait, 900 - at * 80)));

/** Play the sound of a moment. */
export const chime = () => heard((context, now) =>
  [523, 659, 784].forEach((pitch, at) => note(context, now + at * 0.11, pitch)));

/** Speak the call. @param {string} words */
export function speak(words) {
  if (!settings.voice) return;
  try {
    speechSynthesis.cancel();
    speechSynthesis.speak(new SpeechSynthesisUtterance(words));
  } catch { /* A browser without a voice. */ }
}
