import { beforeEach, expect, it } from 'vitest';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import type { RootActor } from '../../../src/app/actor-context.tsx';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { followLiveSession } from '../../../src/stored-pages/follow-live-session.ts';
import { storedSession } from '../../../src/stored-pages/live-session.ts';
import { readingAs } from '../../support/flows/readings.ts';

interface Facts {
  readonly auth: string;
  readonly reading: SessionReading | null;
}

/** A root that tells what the test says, and a look at what is stored. */
function follow() {
  let context: Facts = { auth: 'checking', reading: null };
  let listen: (snapshot: { context: Facts }) => void = () => undefined;
  const root = {
    getSnapshot: () => ({ context }),
    subscribe: (listener: typeof listen) => {
      listen = listener;
    },
  } as unknown as RootActor;
  followLiveSession(
    root,
    createBrowserStore(window, () => 'u-1'),
    window,
  );
  return {
    say: (auth: string, reading: SessionReading | null = null) => {
      context = { auth, reading };
      listen({ context });
    },
    step: () => storedSession(() => localStorage, Date.now())?.step ?? null,
  };
}

const online = readingAs({ id: 's-1', slug: 'konser', step: 'online', deadline: 1e9 });

beforeEach(() => localStorage.clear());

it('stores a live session, keeps it without network, and forgets it at its end', () => {
  const { say, step } = follow();
  say('verified', online);
  expect(step()).toBe('seats');
  say('verified', { ...online, hasDraft: true });
  expect(step()).toBe('order-form');
  say('checking');
  expect(step()).toBe('order-form');
  say('verified', { ...online, step: 'completed' });
  expect(step()).toBeNull();
});

it('forgets a session where the server knows no sign-in', () => {
  const { say, step } = follow();
  say('verified', online);
  say('anonymous');
  expect(step()).toBeNull();
});
