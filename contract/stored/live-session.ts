import { isLoose } from '../call/loose.ts';
import { checked, storagePrefix, storedKey } from './stored-key.ts';

/** Steps of a live session, named after their pages. */
const liveSteps = ['queue', 'seats', 'order-form', 'payment-method', 'payment'] as const;
/** Step of a live session. */
export type LiveStep = (typeof liveSteps)[number];

/** The live session as this browser read it last, for a page without network; the account is part of the key's name. */
export interface LiveSession {
  readonly step: LiveStep;
  readonly slug: string;
  /** Name of the event; null if unknown. */
  readonly event: string | null;
  /** Epoch milliseconds; null while waiting in the queue. */
  readonly deadline: number | null;
  /** Epoch milliseconds of the reading. */
  readonly readAt: number;
}

const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value);

// By hand: the page without network shows it, and must stay small.
function readSession(value: unknown): LiveSession | null {
  if (!isLoose(value)) return null;
  const { step, slug, event, deadline, readAt } = value;
  const known = liveSteps.find((name) => name === step);
  const isValid =
    typeof slug === 'string' &&
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) &&
    (event === null || typeof event === 'string') &&
    (deadline === null || isTime(deadline)) &&
    isTime(readAt);
  if (known === undefined || !isValid) return null;
  return { step: known, slug, event, deadline, readAt } as LiveSession;
}

/** The live session of an account. Its scope removes it at the sign-out and for another account, without code of its own. */
export const liveSessionKey = storedKey<LiveSession>(
  'liveSession',
  'local',
  'user',
  checked(readSession),
);

/** The key's name for any account: without network nobody says who is signed in. */
export const liveSessionName = new RegExp(`^${storagePrefix}:[^:]+:${liveSessionKey.name}$`);
