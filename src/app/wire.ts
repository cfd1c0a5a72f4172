import { authMachine } from '../../machines/auth/auth.machine.ts';
import { orderFormMachine } from '../../machines/order-form/order-form.machine.ts';
import { otpMachine } from '../../machines/otp/otp.machine.ts';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { queueMachine } from '../../machines/queue/queue.machine.ts';
import { realtimeMachine } from '../../machines/realtime/realtime.machine.ts';
import { rootMachine } from '../../machines/root/root.machine.ts';
import { seatDraftMachine } from '../../machines/seat-draft/seat-draft.machine.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { authEffects, otpEffects } from '../effects/flows/account.ts';
import { orderFormEffects, paymentEffects } from '../effects/flows/checkout.ts';
import { seatDraftEffects } from '../effects/flows/seats.ts';
import { joinQueueEffect, queueEffects, sessionEffects } from '../effects/flows/session.ts';
import type { EffectParts } from '../effects/parts.ts';
import { type ConnectionSettings, createConnection } from '../effects/realtime/connection.ts';

/** Every port of every flow with its effect: the one place where machines and browser meet. */
export function wireRoot(parts: EffectParts, connection: ConnectionSettings): typeof rootMachine {
  return rootMachine.provide({
    actors: {
      auth: authMachine.provide({ actors: authEffects(parts) }),
      otp: otpMachine.provide({ actors: otpEffects(parts) }),
      session: sessionMachine.provide({ actors: sessionEffects(parts) }),
      realtime: realtimeMachine.provide({ actors: { connection: createConnection(connection) } }),
      queue: queueMachine.provide({ actors: queueEffects(parts) }),
      seatDraft: seatDraftMachine.provide({ actors: seatDraftEffects(parts) }),
      orderForm: orderFormMachine.provide({ actors: orderFormEffects(parts) }),
      payment: paymentMachine.provide({ actors: paymentEffects(parts) }),
      joinQueue: joinQueueEffect(parts),
    },
  });
}
