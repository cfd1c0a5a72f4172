import type { AnyActorRef } from 'xstate';
import { runningActor } from '../../../machines/root/root.system.ts';
import type { BrowserStore } from '../../effects/storage/storage.ts';

/**
 * Follows what another tab says of the account: a sign-in is asked about, a sign-out is believed at once, and what this tab alone keeps
 * of the buyer goes with it (rulings 1.3-A, 1.4-J).
 */
export function followOtherTab(
  word: 'signed-in' | 'signed-out',
  system: AnyActorRef['system'],
  store: Pick<BrowserStore, 'clearUsers'>,
): void {
  const isOut = word === 'signed-out';
  runningActor(system, 'auth')?.send({ type: isOut ? 'auth.signedOut' : 'auth.recheck' });
  // After the flows have stopped, so that none of them writes again.
  if (isOut) store.clearUsers();
}
