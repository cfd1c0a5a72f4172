import { fromPromise } from 'xstate';
import { authMachine } from '../auth/auth.machine.ts';
import type { orderFormMachine } from '../order-form/order-form.machine.ts';
import type { otpMachine } from '../otp/otp.machine.ts';
import type { passwordResetMachine } from '../password-reset/password-reset.machine.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { queueMachine } from '../queue/queue.machine.ts';
import type { realtimeMachine } from '../realtime/realtime.machine.ts';
import type { seatDraftMachine } from '../seat-draft/seat-draft.machine.ts';
import type { sessionMachine } from '../session/session.machine.ts';
import type { SessionReading } from '../session/session.types.ts';
import { flowNotProvided, notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';

/**
 * The flows the root composes. The account lives as long as the app and is named here; the others are named by their type alone, so
 * that a visitor who only looks around does not load them.
 */
export const rootPorts = {
  auth: authMachine,
  session: flowNotProvided<typeof sessionMachine>('root.session'),
  realtime: flowNotProvided<typeof realtimeMachine>('root.realtime'),
  otp: flowNotProvided<typeof otpMachine>('root.otp'),
  passwordReset: flowNotProvided<typeof passwordResetMachine>('root.passwordReset'),
  queue: flowNotProvided<typeof queueMachine>('root.queue'),
  seatDraft: flowNotProvided<typeof seatDraftMachine>('root.seatDraft'),
  orderForm: flowNotProvided<typeof orderFormMachine>('root.orderForm'),
  payment: flowNotProvided<typeof paymentMachine>('root.payment'),
  /** Fetches the code of the flows of the pages; resolves at once when it is there. */
  loadFlows: fromPromise<void>(notProvided('root.loadFlows')),
  /** POST …/session/queue/join, from 'Choose Your Show'. */
  joinQueue: fromPromise<Result<SessionReading>, { readonly slug: string }>(
    notProvided('root.joinQueue'),
  ),
};
