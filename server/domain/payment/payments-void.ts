import type { Services } from '../../services.ts';
import { askStatus, type ChargedPayment, refOf } from './charge-status.ts';
import { takeStatus } from './notices.ts';
import type { PaymentRow } from './payments-view.ts';

/** What is known of a running payment once the gateway was asked to void it. */
export type VoidVerdict = 'voided' | 'uncharged' | 'settled' | 'unknown';

type VoidablePayment = ChargedPayment & Pick<PaymentRow, 'charged_at'>;

/** What became of the running payment of a session; no id, and 'none', where it has none. */
export interface VoidedPayment {
  readonly paymentId: string | null;
  readonly verdict: VoidVerdict | 'none';
}

/**
 * Asks the gateway to void the running payment of a session, before the session may end (§4.7). The verdict is about the payment
 * it names and no other: a buyer may begin another one meanwhile. Never throws. Must stand outside a transaction.
 */
export async function settleBeforeEnding(
  services: Services,
  sessionId: string,
): Promise<VoidedPayment> {
  const [payment] = await services.db.query<VoidablePayment>(
    `select id, charged_at, gateway, gateway_order_id, gateway_reference, method_code from payments where session_id = $1 and status = 'pending'`,
    [sessionId],
  );
  if (payment === undefined) return { paymentId: null, verdict: 'none' };
  return { paymentId: payment.id, verdict: await voidCharge(services, payment) };
}

/**
 * Voids the charge of a payment at the gateway. A payment that turns out to be paid is completed on the spot. 'uncharged' is voided too,
 * but its charge may still be under way at the gateway and must be watched. Never throws: a gateway that does not respond is 'unknown'.
 */
export async function voidCharge(
  services: Services,
  payment: VoidablePayment,
): Promise<VoidVerdict> {
  const voided = payment.charged_at === null ? 'uncharged' : 'voided';
  try {
    if (await services.gateways.of(payment.gateway).void(refOf(payment))) return voided;
    const answer = await askStatus(services, payment);
    if (answer.status === 'pending') return 'unknown';
    if (answer.status === 'expire' || answer.status === 'deny' || answer.status === 'cancel') {
      return voided;
    }
    const state = await takeStatus(services, payment.id, answer);
    // Money that does not fit waits for an operator; whether this payment is paid is not known until then.
    if (state !== 'applied') return 'unknown';
    return answer.status === 'settlement' ? 'settled' : voided;
  } catch (error) {
    services.log.warn({ err: error, payment: payment.id }, 'the gateway did not void a payment');
    return 'unknown';
  }
}
