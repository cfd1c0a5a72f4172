import { fromPromise } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { rootMachine } from '../../machines/root/root.machine.ts';
import type { rootPorts } from '../../machines/root/root.ports.ts';
import { authEffects } from '../effects/flows/account.ts';
import type { EffectParts } from '../effects/parts.ts';
import type { RealtimeConnection } from '../effects/realtime/connection.ts';

/**
 * The root machine with the effects of every flow: the one place where machines and browser meet. The flows of a signed-in buyer and
 * those of the purchase are fetched when they are first needed, and provided to the machine then (decision 045). `startsWithNobody`
 * where the server saw that this browser has no session.
 */
export function wireRoot(
  parts: EffectParts,
  connection: RealtimeConnection,
  startsWithNobody = false,
): typeof rootMachine {
  // `provide` would make another machine; this one runs already, and looks an actor up when it invokes it.
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

/** Runs until it has worked once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await work();
    isDone = true;
  };
}
