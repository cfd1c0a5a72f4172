import type { FormSubmissions } from '../../../contract/forms.ts';
import type { OrderFormContext } from '../../../machines/order-form/order-form.types.ts';
import { sampleSubmissions } from '../../../samples/form-answers.ts';

/** Valid answers to every form of an open order form, for every ticket that it is asked for. */
export function answersTo({ draft, forms }: OrderFormContext): FormSubmissions {
  const seats = draft?.order_data.items.flatMap((item) => item.seats) ?? [];
  return sampleSubmissions(
    forms,
    seats.map(({ ticket_id }) => ticket_id),
  );
}
