import { calls } from '../../../contract/call/calls.ts';
import type { GatewayMethod } from '../../gateway/gateway.ts';
import { refuseFor } from '../../http/refuse.ts';

const refuse = refuseFor(calls.createDraft);

/** Fee of a method for an order total, whole rupiah; a free order carries none (ruling 1.4-Z). */
export function feeOf(method: Pick<GatewayMethod, 'fee'>, total: number): number {
  return total === 0 ? 0 : method.fee(total);
}

/** True when a method takes this order total with its fee (ruling 1.2-AF); a free order fits every method. */
export function fits(
  method: Pick<GatewayMethod, 'fee' | 'minAmount' | 'maxAmount'>,
  total: number,
): boolean {
  const amount = total + feeOf(method, total);
  return total === 0 || (amount >= method.minAmount && amount <= method.maxAmount);
}

/** True when some method takes this order total, in whole rupiah: an order that none takes is refused before the forms (ruling R6). */
export function anyMethodCarries(methods: readonly GatewayMethod[], total: number): boolean {
  return methods.some((method) => fits(method, total));
}

/** Refuses an order that cannot be paid before its forms are filled. Throws 422 in words that name the way out. */
export function refuseUnpayable(methods: readonly GatewayMethod[], total: number): void {
  if (anyMethodCarries(methods, total)) return;
  throw refuse('noMethodCarries', { field: 'seats' });
}
