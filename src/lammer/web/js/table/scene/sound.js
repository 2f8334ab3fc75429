// Sounds, for those who ask for them: a tick for a trial, and the call spoken.

import { settings } from "../shared/settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** One short knock. @param {AudioContext} context @param {number} at @param {number} pitch */
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

/** A trial comes to rest; where nothing can be heard, the game goes on without. */
export function tick() {
  if (!settings.sound) return;
  try {
    audio ??= new AudioContext();
    const context = audio;
    const now = context.currentTime;
    [0, 0.11, 0.2, 0.42, 0.6].forEach((wait, at) => knock(context, now + wait, 900 - at * 90));
  } catch {
    audio = null;
  }
}

/** The call, aloud. @param {string} words */
export function speak(words) {
  if (!settings.voice) return;
  try {
    speechSynthesis.cancel();
    speechSynthesis.speak(new SpeechSynthesisUtterance(words));
  } catch { /* A browser without a voice. */ }
}
