import {
  type LiveSession,
  type LiveStep,
  liveSessionKey,
} from '../../contract/stored/live-session.ts';
import { stepScreen } from '../../machines/root/redirect.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import type { RootActor } from '../app/actor-context.tsx';
import type { BrowserStore } from '../effects/storage/storage.ts';
import { forgetSession } from './live-session.ts';

/** The live session of a reading; null if it has none. `toWall` converts monotonic to wall-clock milliseconds. */
export function liveSessionOf(
  reading: SessionReading,
  toWall: (monotonic: number) => number,
  now: number,
): LiveSession | null {
  const screen = stepScreen(reading);
  if (screen === null || reading.slug === null) return null;
  const { slug, eventName: event, deadline } = reading;
  return {
    // The names of these pages are those of the steps.
    step: screen.name as LiveStep,
    slug,
    event,
    deadline: deadline === null ? null : Math.round(toWall(deadline)),
    readAt: now,
  };
}

/** Stores each reading of a live session, and removes it at its end and where the server knows no sign-in. */
export function followLiveSession(root: RootActor, store: BrowserStore, page: Window): void {
  let last: SessionReading | null = null;
  const follow = ({ context }: ReturnType<RootActor['getSnapshot']>) => {
    if (context.auth === 'anonymous') forgetSession(() => page.localStorage);
    const { reading } = context;
    if (reading === null || reading === last || context.auth !== 'verified') return;
    last = reading;
    const toWall = (monotonic: number) => Date.now() + monotonic - page.performance.now();
    const live = liveSessionOf(reading, toWall, Date.now());
    if (live === null) store.remove(liveSessionKey);
    else store.write(liveSessionKey, live);
  };
  follow(root.getSnapshot());
  root.subscribe(follow);
}
