import { type AnyActorLogic, fromPromise } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { rootMachine } from '../../machines/root/root.machine.ts';
import { authEffects } from '../effects/flows/account.ts';
import type { EffectParts } from '../effects/parts.ts';
import type { ConnectionSettings } from '../effects/realtime/connection.ts';
import type { accountFlows } from './flows/account-flows.ts';
import type { purchaseFlows } from './flows/purchase-flows.ts';

type Flows = ReturnType<typeof accountFlows> & ReturnType<typeof purchaseFlows>;

/** Logic that is looked up when it is used: the code of a flow is asked for before the flow is started. */
function lookedUp<Logic extends AnyActorLogic>(look: () => Logic): Logic {
  const logic: AnyActorLogic = {
    getInitialSnapshot: (scope, input) => look().getInitialSnapshot(scope, input),
    transition: (snapshot, event, scope) => look().transition(snapshot, event, scope),
    start: (snapshot, scope) => look().start?.(snapshot, scope),
    getPersistedSnapshot: (snapshot, options) => look().getPersistedSnapshot(snapshot, options),
  };
  return logic as Logic;
}

/**
 * Every port of every flow with its effect: the one place where machines and browser meet. `startsWithNobody` where the server saw that
 * this browser has no session.
 */
export function wireRoot(
  parts: EffectParts,
  connection: ConnectionSettings,
  startsWithNobody = false,
): typeof rootMachine {
  const flows: Partial<Flows> = {};
  const flow = <K extends keyof Flows>(name: K): Flows[K] =>
    lookedUp(() => {
      const logic = flows[name];
      if (logic === undefined) {
        throw new Error(`The flow "${name}" is used before its code is there.`);
      }
      return logic;
    });
  const loadAccountFlows = async () => {
    if (flows.session !== undefined) return;
    Object.assign(
      flows,
      (await import('./flows/account-flows.ts')).accountFlows(parts, connection),
    );
  };
  return rootMachine.provide({
    actors: {
      auth: authMachine.provide({ actors: authEffects(parts, loadAccountFlows, startsWithNobody) }),
      session: flow('session'),
      realtime: flow('realtime'),
      otp: flow('otp'),
      queue: flow('queue'),
      seatDraft: flow('seatDraft'),
      orderForm: flow('orderForm'),
      payment: flow('payment'),
      loadFlows: fromPromise(async () => {
        if (flows.queue !== undefined) return;
        Object.assign(flows, (await import('./flows/purchase-flows.ts')).purchaseFlows(parts));
      }),
      joinQueue: flow('joinQueue'),
    },
  });
}
