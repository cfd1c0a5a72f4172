import type { EventForm } from '../../contract/forms.ts';
import type { DraftResponse } from '../../contract/order.ts';
import type { Result } from '../shared/result.ts';
import type { OrderFormContext, OrderFormText } from './order-form.types.ts';

/** True when there are forms and all are switched off (§2.254). */
export function areInactive(forms: readonly EventForm[]): boolean {
  return forms.length > 0 && forms.every((form) => !form.is_active);
}

/** True when the event asks nothing of this order, so that the empty submission stands for the answers (§4.61). */
export function asksNothing(context: Pick<OrderFormContext, 'forms'>): boolean {
  return context.forms.every((form) => !form.is_active);
}

/**
 * True where the page of the forms is passed: no form, and a price, to which 'Bayar Sekarang' agrees; nothing asks so of a free order
 * (decision 146). A submission that failed is made again by its button.
 */
export function passesForms({
  forms,
  error,
  draft,
}: Pick<OrderFormContext, 'forms' | 'error' | 'draft'>): boolean {
  return forms.length === 0 && error === null && draft?.order.total_price !== 0;
}

/** True for a draft that cannot be paid any more, and for one that holds nothing. */
export function isDraftOver({ order, order_data }: DraftResponse): boolean {
  return (
    hasRunOut(order) ||
    order.status === 'cancelled' ||
    order.status === 'failed' ||
    order_data.items.every(({ quantity }) => quantity <= 0)
  );
}

/** Why there are no seats to fill forms for: the server's reason, where it gives one. */
export function seatsGoneText(draft: Result<DraftResponse | null>): OrderFormText {
  if (draft.ok) {
    return draft.value !== null && hasRunOut(draft.value.order)
      ? { key: 'purchase.timeUp' }
      : { key: 'form.noSeats' };
  }
  const { failure } = draft;
  const isReleased = failure.kind === 'refused' && failure.meta?.reason === 'released';
  return { key: isReleased ? 'form.seatsReleased' : 'form.noSeats' };
}

function hasRunOut({ is_expired, status }: DraftResponse['order']): boolean {
  return is_expired || status === 'expired';
}
