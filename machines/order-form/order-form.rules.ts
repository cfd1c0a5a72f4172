import type { EventForm } from '../../contract/forms.ts';
import type { DraftAnswer } from '../../contract/order.ts';
import { type Failure, wordsOf } from '../shared/outcome.ts';
import type { OrderFormContext } from './order-form.types.ts';

/** Words of forms that did not load; 'No Forms Required' is never said instead (ruling 1.2-AA). */
export const formsFailed = 'Formulir belum dapat dimuat.';
/** Words of answers that did not arrive (§8). */
export const submitFailed = 'Failed to submit form data. Please try again.';
/** Words of a draft that could not be read (§8). */
export const draftFailed = 'Failed to check order draft';

/** True when there are forms and all are switched off (§2). */
export function areInactive(forms: readonly EventForm[]): boolean {
  return forms.length > 0 && forms.every((form) => !form.is_active);
}

/** True when the event asks nothing of this order, so that the empty submission stands for the answers (ruling 1.4-C). */
export function asksNothing(context: Pick<OrderFormContext, 'forms'>): boolean {
  return context.forms.every((form) => !form.is_active);
}

/** True for a draft that cannot be paid any more. */
export function isDraftOver(draft: DraftAnswer): boolean {
  const { is_expired, status } = draft.order;
  return is_expired || status === 'cancelled' || status === 'expired' || status === 'failed';
}

/** Words of a refused submission: the server's first error (§7), else those of §8. */
export function submitWords(failure: Failure): string {
  return wordsOf(failure, submitFailed) || submitFailed;
}
