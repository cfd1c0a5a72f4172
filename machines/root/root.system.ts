import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { authMachine } from '../auth/auth.machine.ts';
import type { orderFormMachine } from '../order-form/order-form.machine.ts';
import type { otpMachine } from '../otp/otp.machine.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { queueMachine } from '../queue/queue.machine.ts';
import type { realtimeMachine } from '../realtime/realtime.machine.ts';
import type { seatDraftMachine } from '../seat-draft/seat-draft.machine.ts';
import type { sessionMachine } from '../session/session.machine.ts';

/** The actors that can be asked for by name; one that is not running is undefined. */
export interface RootSystem {
  readonly auth: ActorRefFrom<typeof authMachine>;
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly realtime: ActorRefFrom<typeof realtimeMachine>;
  readonly otp: ActorRefFrom<typeof otpMachine>;
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
