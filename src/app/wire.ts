import { fromPromise } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { rootMachine } from '../../machines/root/root.machine.ts';
import type { rootPorts } from '../../machines/root/root.ports.ts';
import { authEffects } from '../effects/flows/account.ts';
import type { EffectParts } from '../effects/parts.ts';
import type { RealtimeConnection } from '../effects/realtime/connection.ts';

/**
 * Provides the root machine with the effects of every flow; the only file that connects machines and browser. The flows of a signed-in
 * buyer and of the purchase are loaded on first use and provided then (decision 045). `startsWithNobody` is true where the server saw no
 * sign-in cookie.
 */
export function wireRoot(
  parts: EffectParts,
  connection: RealtimeConnection,
  startsWithNobody = false,
): typeof rootMachine {
  // `provide` would create another machine; this one already runs, and resolves an actor when it invokes it.
  const provideLate = (flows: Partial<typeof rootPorts>) => {
    Object.assign(root.implementations.actors, flows);
  };
  const loadAccountFlows = once(async () => {
    provideLate((await import('./flows/account-flows.ts')).accountFlows(parts, connection));
  });
  const loadPurchaseFlows = once(async () => {
    provideLate((await import('./flows/purchase-flows.ts')).purchaseFlows(parts));
  });
  const root = rootMachine.provide({
    actors: {
      auth: authMachine.provide({ actors: authEffects(parts, loadAccountFlows, startsWithNobody) }),
      loadFlows: fromPromise(loadPurchaseFlows),
    },
  });
  return root;
}

/** Repeats `work` on each call until it has succeeded once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await work();
    isDone = true;
  };
}
