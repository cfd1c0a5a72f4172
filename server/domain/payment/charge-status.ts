import type { ChargeRef, ChargeStatus } from '../../gateway/gateway.ts';
import type { Services } from '../../services.ts';
import type { PaymentRow } from './payments-view.ts';

/** What names the charge of a payment to its gateway. */
export type ChargedPayment = Pick<
  PaymentRow,
  'id' | 'gateway' | 'gateway_order_id' | 'gateway_reference' | 'method_code'
>;

/** Names the charge of a payment to its gateway. */
export function refOf(payment: ChargedPayment): ChargeRef {
  const { id, gateway_order_id: orderId, method_code: methodCode } = payment;
  return { paymentId: id, orderId, methodCode, reference: payment.gateway_reference };
}

/** The status of a charge that the gateway does not know: nobody can pay it. */
export const neverCharged: ChargeStatus = {
  status: 'cancel',
  amount: null,
  currency: null,
  reference: null,
};

/** Asks the gateway of a payment about its charge; one that the gateway does not know was cancelled. Throws where the response is about another charge. */
export async function askStatus(
  { gateways }: Pick<Services, 'gateways'>,
  payment: ChargedPayment,
): Promise<ChargeStatus> {
  const known = await gateways.of(payment.gateway).status(refOf(payment));
  const { transaction = null } = known ?? {};
  const { gateway_reference: own } = payment;
  if (transaction !== null && own !== null && transaction !== own) {
    throw new Error('The gateway answered about another charge.');
  }
  return known ?? neverCharged;
}
