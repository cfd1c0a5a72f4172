import type { Verdict } from '../../machines/gate/gate.types.ts';

const storedName = 'roetix-gate-signals';
const toneSeconds = 0.12;
const volume = 0.2;
const highHertz = 1_320;
const lowHertz = 220;

/** Plays a tone and vibrates in addition to the text, because gates are loud and dark. */
export interface Signals {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
  readonly play: (verdict: Verdict) => void;
}

/** Creates the signals; the device remembers whether they are on (the default). */
export function createSignals(scope: Window): Signals {
  let sound: AudioContext | null = null;
  const read = () => {
    try {
      return scope.localStorage.getItem(storedName) !== 'off';
    } catch {
      return true;
    }
  };
  let isOn = read();

  function tone(hertz: number, after: number): void {
    sound ??= new AudioContext();
    const from = sound.currentTime + after;
    const source = sound.createOscillator();
    const loudness = sound.createGain();
    source.frequency.value = hertz;
    loudness.gain.value = volume;
    source.connect(loudness).connect(sound.destination);
    source.start(from);
    source.stop(from + toneSeconds);
  }

  return {
    isOn: () => isOn,
    set(wanted) {
      isOn = wanted;
      try {
        scope.localStorage.setItem(storedName, wanted ? 'on' : 'off');
      } catch {
        // Storage is blocked: the choice lasts as long as the page.
      }
    },
    play(verdict) {
      if (!isOn) return;
      const isGood = verdict === 'valid';
      try {
        scope.navigator.vibrate?.(isGood ? 80 : [150, 100, 150]);
        tone(isGood ? highHertz : lowHertz, 0);
        if (!isGood) tone(lowHertz, 2 * toneSeconds);
      } catch {
        // Without sound the text carries the result.
      }
    },
  };
}
