import type { Race, RaceEnd } from '../../support/race/lock-race.ts';
import type { TestApp } from '../../support/test-app.ts';

/** A race that ends well only because the server takes a lock. */
export interface LockControl {
  /** The consequence without it, as a sentence after "lest". */
  readonly prevents: string;
  /** File of the server with the lock. */
  readonly file: string;
  /** Matches the statements that take it. */
  readonly lock: RegExp;
  readonly stopAfter?: RegExp;
  /** Sets up the race. */
  readonly set: (
    app: TestApp,
  ) => Promise<
    Pick<Race, 'first' | 'second'> & { isSound(end: RaceEnd): Promise<boolean> | boolean }
  >;
}

/** The caller of an operation without HTTP. */
export const actorOf = ({ accountId }: { readonly accountId: string }) => ({
  accountId,
  requestId: null,
  addressPrefix: null,
});

/** The origin of a call, for rows of the audit log. */
export const origin = { requestId: 'uji', addressPrefix: '203.0.113.0/24' };

/** True if exactly one of the two succeeded. */
export function onlyOne({ first, second }: RaceEnd): boolean {
  return (first.status === 'fulfilled') !== (second.status === 'fulfilled');
}

/** True if both succeeded. */
export function both({ first, second }: RaceEnd): boolean {
  return first.status === 'fulfilled' && second.status === 'fulfilled';
}

/** True if the second did not wait for the first. */
export const unwaited = ({ secondWaited }: RaceEnd) => !secondWaited;

/** The same operation twice, as two processes or two tabs run it. */
export const twice = <S extends (end: RaceEnd) => Promise<boolean> | boolean>(
  work: Race['first'],
  isSound: S,
) => ({ first: work, second: work, isSound });
