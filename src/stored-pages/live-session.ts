import {
  type LiveSession,
  liveSessionKey,
  liveSessionName,
} from '../../contract/stored/live-session.ts';

/** A session without a deadline waits in the queue; a reading older than a sign-in lasts is worthless. */
const queueKnownForMs = 12 * 60 * 60_000;

/** The session as far as it may still be live; null for none. */
export function stillLive(session: LiveSession | null, now: number): LiveSession | null {
  if (session === null) return null;
  const ends = session.deadline ?? session.readAt + queueKnownForMs;
  return now < ends ? session : null;
}

/** Path of the page of a live session. */
export function pathOfSession({ slug, step }: LiveSession): string {
  return `/event/${slug}/${step}`;
}

function nameIn(storage: Storage): string | undefined {
  return Object.keys(storage).find((name) => liveSessionName.test(name));
}

/** The live session stored in this browser, of the account that was signed in last; null for none. */
export function storedSession(storage: () => Storage, now: number): LiveSession | null {
  try {
    const name = nameIn(storage());
    const text = name === undefined ? null : storage().getItem(name);
    const parsed = liveSessionKey.schema.safeParse(JSON.parse(text ?? 'null'));
    return stillLive(parsed.success ? parsed.data : null, now);
  } catch {
    // Storage is blocked, or its content is not ours.
    return null;
  }
}

/** Removes the stored session of any account. */
export function forgetSession(storage: () => Storage): void {
  try {
    const name = nameIn(storage());
    if (name !== undefined) storage().removeItem(name);
  } catch {
    // Blocked storage has nothing to remove.
  }
}
