import type { ActorRef, ActorRefFrom, AnyActorRef, Snapshot } from 'xstate';
import type { authMachine } from '../auth/auth.machine.ts';
import type { orderFormMachine } from '../order-form/order-form.machine.ts';
import type { otpMachine } from '../otp/otp.machine.ts';
import type { passwordResetMachine } from '../password-reset/password-reset.machine.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { queueMachine } from '../queue/queue.machine.ts';
import type { realtimeMachine } from '../realtime/realtime.machine.ts';
import type { seatDraftMachine } from '../seat-draft/seat-draft.machine.ts';
import type { sessionMachine } from '../session/session.machine.ts';
import type { HastenEvent } from '../shared/healing.ts';

/** The actors that can be asked for by name; one that is not running is undefined. */
export interface RootSystem {
  readonly auth: ActorRefFrom<typeof authMachine>;
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly realtime: ActorRefFrom<typeof realtimeMachine>;
  readonly otp: ActorRefFrom<typeof otpMachine>;
  readonly passwordReset: ActorRefFrom<typeof passwordResetMachine>;
  readonly queue: ActorRefFrom<typeof queueMachine>;
  readonly seatDraft: ActorRefFrom<typeof seatDraftMachine>;
  readonly orderForm: ActorRefFrom<typeof orderFormMachine>;
  readonly payment: ActorRefFrom<typeof paymentMachine>;
}

/** The running actor of a flow, or undefined: sending to one that is gone would put the root in error. */
export function runningActor<K extends keyof RootSystem>(
  system: AnyActorRef['system'],
  name: K,
): RootSystem[K] | undefined {
  return system.get(name) as RootSystem[K] | undefined;
}

const hastened = ['auth', 'session', 'queue', 'seatDraft', 'orderForm', 'payment'] as const;

/** Every running flow that makes calls; one in which nothing waits to be tried again takes no notice of being hastened. */
export function runningFlows(system: AnyActorRef['system']) {
  return hastened.flatMap((name) => {
    const flow: unknown = runningActor(system, name);
    return flow === undefined ? [] : [flow as ActorRef<Snapshot<unknown>, HastenEvent>];
  });
}

/** A flow with calls that are heard to their end when the session is over (§4.15). */
export type AwaitingFlow = 'seatDraft' | 'orderForm' | 'payment';

/** The time of the session ran out while a call of the flow was on its way. */
export interface TimeUpEvent {
  readonly type: 'session.timeUp';
}

/** The running actor of a flow while such a call of it is on its way; undefined otherwise. */
export function awaitingFlow(system: AnyActorRef['system'], name: AwaitingFlow) {
  const flow = runningActor(system, name);
  if (flow?.getSnapshot().hasTag('awaitingResponse') !== true) return undefined;
  return flow as ActorRef<Snapshot<unknown>, TimeUpEvent>;
}
