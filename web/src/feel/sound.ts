/** The sounds of the table, computed: wood on wood, a card laid down, a few notes at the end. */
import type { Feeling } from './feelings';

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

function open(): AudioContext {
  context ??= new AudioContext({ latencyHint: 'interactive' });
  // Browsers suspend it until the first touch or key.
  if (context.state === 'suspended') void context.resume();
  return context;
}

function breath(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

/** A gain that jumps to `peak` and dies away within `lasts` seconds. */
function fading(audio: AudioContext, at: number, peak: number, lasts: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(peak, at + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio: AudioContext, at: number, hertz: number, peak: number, lasts: number): void {
  const source = audio.createOscillator();
  source.type = 'sine';
  source.frequency.setValueAtTime(hertz, at);
  source.connect(fading(audio, at, peak, lasts));
  source.start(at);
  source.stop(at + lasts);
}

function rustle(audio: AudioContext, at: number, hertz: number, peak: number, lasts: number): void {
  const source = audio.createBufferSource();
  source.buffer = breath(audio);
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = hertz;
  band.Q.value = 0.9;
  source.connect(band).connect(fading(audio, at, peak, lasts));
  source.start(at);
  source.stop(at + lasts);
}

/** A ball set down: a dull body, a harder edge, a little air. */
function knock(audio: AudioContext, at: number, hertz: number, peak: number): void {
  tone(audio, at, hertz, peak, 0.11);
  tone(audio, at, hertz * 2.76, peak * 0.35, 0.05);
  rustle(audio, at, hertz * 6, peak * 0.3, 0.025);
}

const SOUNDS: Readonly<Record<Feeling, (audio: AudioContext, at: number, loud: number) => void>> = {
  place: (audio, at, loud) => knock(audio, at, 320, 0.5 * loud),
  raise: (audio, at, loud) => {
    knock(audio, at, 300, 0.25 * loud);
    knock(audio, at + 0.13, 410, 0.5 * loud);
  },
  take: (audio, at, loud) => {
    knock(audio, at, 360, 0.35 * loud);
    knock(audio, at + 0.12, 270, 0.35 * loud);
  },
  card: (audio, at, loud) => {
    rustle(audio, at, 2600, 0.35 * loud, 0.07);
    tone(audio, at + 0.03, 190, 0.3 * loud, 0.06);
  },
  // After the sound of the opponent's move, so that both are heard.
  turn: (audio, at, loud) => {
    tone(audio, at + 0.2, 587.33, 0.16 * loud, 0.35);
    tone(audio, at + 0.32, 880, 0.12 * loud, 0.5);
  },
  win: (audio, at, loud) =>
    [392, 523.25, 659.25].forEach((hertz, i) =>
      tone(audio, at + i * 0.13, hertz, 0.22 * loud, 0.9),
    ),
  lose: (audio, at, loud) =>
    [329.63, 261.63].forEach((hertz, i) => tone(audio, at + i * 0.18, hertz, 0.18 * loud, 0.7)),
  /** The time is running out: a clock that ticks twice. */
  hurry: (audio, at, loud) =>
    [0, 0.25, 0.5].forEach((after) => tone(audio, at + after, 1046.5, 0.14 * loud, 0.09)),
  refused: (audio, at, loud) => tone(audio, at, 155, 0.25 * loud, 0.12),
};

declare global {
  /** Sounds played so far, for tests. */
  var sommetSounds: Feeling[] | undefined;
}

/** Plays a sound at a volume between 0 and 1. */
export function play(what: Feeling, volume: number): void {
  const audio = open();
  globalThis.sommetSounds?.push(what);
  // Ears hear loudness as powers: half way up the slider sounds half as loud.
  SOUNDS[what](audio, audio.currentTime + 0.01, volume ** 2);
}
