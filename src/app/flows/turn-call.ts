import { setTitlePrefix } from '../routing/title-prefix.ts';

/** Notes of the chime: frequency in hertz and start in seconds. */
const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.18 },
  { hertz: 1_320, at: 0.36 },
] as const;
const noteSeconds = 0.3;
const volume = 0.2;
const vibrationMs = [200, 100, 200, 100, 400];
const seenBy = ['focus', 'visibilitychange', 'pointerdown', 'keydown'] as const;

/** A chime of three notes, synthesised in the browser. */
export interface Chime {
  /** False until the browser allows this page to play sound, which requires a touch or a key press. */
  isAllowed(): boolean;
  /** Asks the browser for permission to play sound; call it in a handler of a touch or a key press. */
  allow(): Promise<void>;
  play(): void;
  close(): void;
}

/** Creates the chime; null in a browser without Web Audio. */
export function createChime(): Chime | null {
  if (typeof AudioContext === 'undefined') return null;
  let made: AudioContext | null = null;
  const context = () => {
    made ??= new AudioContext();
    return made;
  };
  return {
    isAllowed: () => made?.state === 'running',
    allow: () => context().resume(),
    play() {
      const audio = context();
      for (const { hertz, at } of notes) {
        const tone = audio.createOscillator();
        const gain = audio.createGain();
        const start = audio.currentTime + at;
        tone.frequency.value = hertz;
        gain.gain.setValueAtTime(volume, start);
        gain.gain.exponentialRampToValueAtTime(0.001, start + noteSeconds);
        tone.connect(gain).connect(audio.destination);
        tone.start(start);
        tone.stop(start + noteSeconds);
      }
    },
    close() {
      void made?.close().catch(() => undefined);
      made = null;
    },
  };
}

/**
 * Puts `words` before the title of every page until the tab has the focus. Does nothing while it has the focus.
 */
export function callByTitle(words: string): void {
  const isSeen = () => document.visibilityState === 'visible' && document.hasFocus();
  if (isSeen()) return;
  const restore = (event: Event) => {
    const isTouched = event.type === 'pointerdown' || event.type === 'keydown';
    if (!isTouched && !isSeen()) return;
    for (const type of seenBy) window.removeEventListener(type, restore, true);
    setTitlePrefix('');
  };
  setTitlePrefix(`${words} `);
  for (const type of seenBy) window.addEventListener(type, restore, true);
}

/** Vibrates where the device can, the page was touched before, and its owner did not ask for less motion. */
export function callByVibration(): void {
  if (!('vibrate' in navigator) || navigator.userActivation?.hasBeenActive === false) return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate(vibrationMs);
}
