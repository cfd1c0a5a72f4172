import type { EventForm } from '../../contract/forms.ts';
import type { DraftAnswer } from '../../contract/order.ts';
import { type Failure, type Outcome, wordsOf } from '../shared/outcome.ts';
import { timeUpWords } from '../shared/words.ts';
import type { OrderFormContext } from './order-form.types.ts';

/** Words of forms that did not load; 'No Forms Required' is never said instead (ruling 1.2-AA). */
export const formsFailed = 'Formulir belum dapat dimuat.';
/** Words of answers that did not arrive (§8). */
export const submitFailed = 'Failed to submit form data. Please try again.';
/** Words of a draft that could not be read (§8). */
export const draftFailed = 'Failed to check order draft';

/** Words of an order without seats (§5, ruling 1.2-AA). */
export const noSeats = 'No seats found. Please go back and select seats first.';

/** True when there are forms and all are switched off (§2). */
export function areInactive(forms: readonly EventForm[]): boolean {
  return forms.length > 0 && forms.every((form) => !form.is_active);
}

/** True when the event asks nothing of this order, so that the empty submission stands for the answers (ruling 1.4-C). */
export function asksNothing(context: Pick<OrderFormContext, 'forms'>): boolean {
  return context.forms.every((form) => !form.is_active);
}

/** True for a draft that cannot be paid any more, and for one that holds nothing. */
export function isDraftOver({ order, order_data }: DraftAnswer): boolean {
  return (
    hasRunOut(order) ||
    order.status === 'cancelled' ||
    order.status === 'failed' ||
    order_data.items.every(({ quantity }) => quantity <= 0)
  );
}

/** Words of seats that another page of the account gave back while the turn goes on (ruling R4). */
export const releasedElsewhere =
  'Kursi ini dilepas di tab atau perangkat lain. Silakan pilih kursi lagi.';

/** Why there are no seats to fill forms for: the server's reason, where it gives one. */
export function seatsGoneWords(draft: Outcome<DraftAnswer | null>): string {
  if (draft.ok) {
    return draft.value !== null && hasRunOut(draft.value.order) ? timeUpWords : noSeats;
  }
  const { failure } = draft;
  const isReleased = failure.kind === 'refused' && failure.meta?.reason === 'released';
  return isReleased ? releasedElsewhere : noSeats;
}

function hasRunOut({ is_expired, status }: DraftAnswer['order']): boolean {
  return is_expired || status === 'expired';
}

/** Words of a refused submission: the server's first error (§7), else those of §8. */
export function submitWords(failure: Failure): string {
  return wordsOf(failure, submitFailed) || submitFailed;
}
