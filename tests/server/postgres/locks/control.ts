import type { Race, RaceEnd } from '../../support/lock-race.ts';
import type { TestApp } from '../../support/test-app.ts';

/** A race that ends well only while a lock of the server is taken. */
export interface LockControl {
  /** What goes wrong without it, as a sentence after "lest". */
  readonly prevents: string;
  /** File of the server with the lock. */
  readonly file: string;
  /** Matches the statements that take it. */
  readonly lock: RegExp;
  readonly stopAfter?: RegExp;
  /** Makes what the race is about. */
  readonly set: (
    app: TestApp,
  ) => Promise<
    Pick<Race, 'first' | 'second'> & { isSound(end: RaceEnd): Promise<boolean> | boolean }
  >;
}

/** Who makes a call, for operations called without HTTP. */
export const actorOf = ({ accountId }: { readonly accountId: string }) => ({
  accountId,
  requestId: null,
  addressPrefix: null,
});

/** Where a call came from, for rows of the audit log. */
export const origin = { requestId: 'uji', addressPrefix: '203.0.113.0/24' };

/** True where exactly one of the two came through. */
export function onlyOne({ first, second }: RaceEnd): boolean {
  return (first.status === 'fulfilled') !== (second.status === 'fulfilled');
}

/** True where both came through. */
export function both({ first, second }: RaceEnd): boolean {
  return first.status === 'fulfilled' && second.status === 'fulfilled';
}
