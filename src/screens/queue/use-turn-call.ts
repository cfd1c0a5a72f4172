import { useEffect, useRef, useState } from 'react';
import { turnSoundKey } from '../../../contract/stored/storage.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import {
  type Chime,
  callByTitle,
  callByVibration,
  createChime,
} from '../../app/flows/turn-call.ts';
import { useBrowserStore } from '../../app/reads/store-context.ts';
import { useText } from '../../text/translate.ts';
import type { TurnSound } from './queue-view-props.ts';

/** Alerts the buyer when the turn comes (§2.170): by title, vibration, and sound if switched on. */
export function useTurnCall(queue: Pick<RootSystem['queue'], 'on'>): {
  readonly sound: TurnSound;
  readonly chooseSound: (isOn: boolean) => void;
} {
  const t = useText();
  const store = useBrowserStore();
  const chime = useRef<Chime | null>(null);
  const [sound, setSound] = useState<TurnSound>('none');

  useEffect(() => {
    chime.current = createChime();
    const wanted = store.read(turnSoundKey) === true;
    setSound(chime.current === null ? 'none' : wanted ? 'blocked' : 'off');
    return () => {
      const ending = chime.current;
      chime.current = null;
      // The seats page may open before the chime ends.
      setTimeout(() => ending?.close(), 2_000);
    };
  }, [store]);

  // Switched on during an earlier visit: the first touch of this one unlocks the sound.
  useEffect(() => {
    if (sound !== 'blocked') return;
    const allow = () => {
      void chime.current?.allow().then(
        () => setSound((was) => (was === 'blocked' ? 'on' : was)),
        () => undefined,
      );
    };
    window.addEventListener('pointerdown', allow);
    window.addEventListener('keydown', allow);
    return () => {
      window.removeEventListener('pointerdown', allow);
      window.removeEventListener('keydown', allow);
    };
  }, [sound]);

  useEffect(() => {
    const calling = queue.on('turn.came', () => {
      // An emoji that stands out among many tabs, which do not use our font.
      callByTitle(`🎟 ${t('queue.turnTitle')}`);
      callByVibration();
      if (sound === 'on' && chime.current?.isAllowed()) chime.current.play();
    });
    return () => calling.unsubscribe();
  }, [queue, sound, t]);

  const chooseSound = (isOn: boolean) => {
    store.write(turnSoundKey, isOn);
    if (!isOn) {
      setSound('off');
      return;
    }
    setSound('blocked');
    // The test tone proves that the browser lets this page play sound.
    void chime.current?.allow().then(
      () => {
        chime.current?.play();
        setSound('on');
      },
      () => undefined,
    );
  };
  return { sound, chooseSound };
}
