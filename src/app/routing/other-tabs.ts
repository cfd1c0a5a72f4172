import type { AnyActorRef } from 'xstate';
import { runningActor } from '../../../machines/root/root.system.ts';
import type { BrowserStore } from '../../effects/storage/storage.ts';

/**
 * Handles account messages of other tabs: after a sign-in this tab reads the account, after a sign-out it signs out at once and clears its
 * own data of the buyer (§3.91, §4.87).
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
