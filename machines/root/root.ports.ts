import { fromPromise } from 'xstate';
import { authMachine } from '../auth/auth.machine.ts';
import { orderFormMachine } from '../order-form/order-form.machine.ts';
import { otpMachine } from '../otp/otp.machine.ts';
import { paymentMachine } from '../payment/payment.machine.ts';
import { queueMachine } from '../queue/queue.machine.ts';
import { realtimeMachine } from '../realtime/realtime.machine.ts';
import { seatDraftMachine } from '../seat-draft/seat-draft.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { SessionReading } from '../session/session.types.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Outcome } from '../shared/outcome.ts';

/** The flows the root composes, and the one effect of its own: joining a queue from the event page. */
export const rootPorts = {
  auth: authMachine,
  otp: otpMachine,
  session: sessionMachine,
  realtime: realtimeMachine,
  queue: queueMachine,
  seatDraft: seatDraftMachine,
  orderForm: orderFormMachine,
  payment: paymentMachine,
  joinQueue: fromPromise<Outcome<SessionReading>, { readonly slug: string }>(
    notProvided('root.joinQueue'),
  ),
};
