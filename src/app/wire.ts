import { type AnyActorLogic, fromPromise } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { realtimeMachine } from '../../machines/realtime/realtime.machine.ts';
import { rootMachine } from '../../machines/root/root.machine.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { authEffects } from '../effects/flows/account.ts';
import { joinQueueEffect, sessionEffects } from '../effects/flows/session.ts';
import type { EffectParts } from '../effects/parts.ts';
import { type ConnectionSettings, createConnection } from '../effects/realtime/connection.ts';
import type { purchaseFlows } from './purchase-flows.ts';

type Flows = ReturnType<typeof purchaseFlows>;

/** Logic that is looked up when it is used: the root asks for the code before it starts a flow. */
function lookedUp<Logic extends AnyActorLogic>(look: () => Logic): Logic {
  const logic: AnyActorLogic = {
    getInitialSnapshot: (scope, input) => look().getInitialSnapshot(scope, input),
    transition: (snapshot, event, scope) => look().transition(snapshot, event, scope),
    start: (snapshot, scope) => look().start?.(snapshot, scope),
    getPersistedSnapshot: (snapshot, options) => look().getPersistedSnapshot(snapshot, options),
  };
  return logic as Logic;
}

/** Every port of every flow with its effect: the one place where machines and browser meet. */
export function wireRoot(parts: EffectParts, connection: ConnectionSettings): typeof rootMachine {
  let flows: Flows | null = null;
  const flow = <K extends keyof Flows>(name: K): Flows[K] =>
    lookedUp(() => {
      if (flows === null) throw new Error(`The flow "${name}" is used before its code is there.`);
      return flows[name];
    });
  return rootMachine.provide({
    actors: {
      auth: authMachine.provide({ actors: authEffects(parts) }),
      session: sessionMachine.provide({ actors: sessionEffects(parts) }),
      realtime: realtimeMachine.provide({ actors: { connection: createConnection(connection) } }),
      otp: flow('otp'),
      queue: flow('queue'),
      seatDraft: flow('seatDraft'),
      orderForm: flow('orderForm'),
      payment: flow('payment'),
      loadFlows: fromPromise(async () => {
        flows ??= (await import('./purchase-flows.ts')).purchaseFlows(parts);
      }),
      joinQueue: joinQueueEffect(parts),
    },
  });
}
