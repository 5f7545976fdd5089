// Sounds, made here: a knock for a move, a rising tone for each wave.
// @ts-check

export const sounds = { on: false };
/** @type {AudioContext | null} */
let audio = null;

/** Sounds a stage of a turn: 1 is the move, 2 the first wave. @param {number} stage */
export function sound(stage) {
  if (!sounds.on || stage < 1) return;
  audio ||= new AudioContext();

  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();

  tone.type = stage === 1 ? 'triangle' : 'sine';
  tone.frequency.value = stage === 1 ? 180 : 300 * 2 ** (Math.min(stage, 14) / 6);
  volume.gain.setValueAtTime(0.18, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + (stage === 1 ? 0.09 : 0.25));
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.3);
}
