import { orderFormMachine } from '../../../machines/order-form/order-form.machine.ts';
import { otpMachine } from '../../../machines/otp/otp.machine.ts';
import { passwordResetMachine } from '../../../machines/password-reset/password-reset.machine.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { queueMachine } from '../../../machines/queue/queue.machine.ts';
import type { rootPorts } from '../../../machines/root/root.ports.ts';
import { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import { orderFormEffects, paymentEffects } from '../../effects/flows/checkout.ts';
import { otpEffects, passwordResetEffects } from '../../effects/flows/otp.ts';
import { seatDraftEffects } from '../../effects/flows/seats.ts';
import { queueEffects } from '../../effects/flows/session.ts';
import type { EffectParts } from '../../effects/parts.ts';
import { createIdempotencyKeys } from '../../effects/storage/idempotency.ts';

/** The flows of the purchase with their effects. A visitor who only browses never loads them. */
export function purchaseFlows(given: EffectParts) {
  const parts = { ...given, keys: createIdempotencyKeys(given.store, given.newId) };
  return {
    otp: otpMachine.provide({ actors: otpEffects(parts) }),
    passwordReset: passwordResetMachine.provide({ actors: passwordResetEffects(parts) }),
    queue: queueMachine.provide({ actors: queueEffects(parts) }),
    seatDraft: seatDraftMachine.provide({ actors: seatDraftEffects(parts) }),
    orderForm: orderFormMachine.provide({ actors: orderFormEffects(parts) }),
    payment: paymentMachine.provide({ actors: paymentEffects(parts) }),
  } satisfies Partial<typeof rootPorts>;
}
