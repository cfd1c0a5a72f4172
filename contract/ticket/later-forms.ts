import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { wholeList } from '../call/whole-list.ts';
import { orderParams } from '../fields.ts';
import { eventFormSchema, formAnswerSchema, laterSubmissionsSchema } from '../forms.ts';

/** Whether the later forms of an order wait for answers. */
export const laterStates = ['waiting', 'answered'] as const;
/** Whether the later forms of an order wait for answers. */
export type LaterState = (typeof laterStates)[number];

/** The later forms of one order: what they ask, about which tickets, and the stored answers. */
export const laterFormsSchema = z.object({
  order_code: z.string(),
  event: z.object({ slug: z.string(), name: z.string(), datetime: z.string() }),
  /** False once the event has begun: the answers can no longer be changed. */
  open: z.boolean(),
  // Without one of them, a save would lack its answers.
  tickets: wholeList(
    z.array(
      z.object({
        id: z.string(),
        category_name: z.string(),
        seat_number: z.nullable(z.string()),
        /** True for a standing place, which has no number. */
        standing: z.boolean(),
      }),
    ),
  ),
  forms: wholeList(z.array(eventFormSchema)),
  answers: wholeList(
    z.array(
      z.object({
        form_id: z.string(),
        ticket_id: z.nullable(z.string()),
        form_data: z.record(z.string(), formAnswerSchema),
      }),
    ),
  ),
});
/** The later forms of one order. */
export type LaterForms = z.infer<typeof laterFormsSchema>;

/** GET /purchase-history/{orderCode}/forms. 404 for an unpaid order, as for a missing one or that of another account. */
export const laterForms = defineCall({
  method: 'GET',
  path: '/purchase-history/{orderCode}/forms',
  summary: 'The forms that the buyer of a paid order fills in before the event',
  access: 'verified',
  params: orderParams,
  refusals: { orderNotFound: 404, orderEnded: 409 },
  answer: laterFormsSchema,
});

/** POST /purchase-history/{orderCode}/forms: stores all answers of the later forms; the same answers again change nothing. */
export const saveLaterForms = defineCall({
  method: 'POST',
  path: '/purchase-history/{orderCode}/forms',
  summary: 'Answer the forms of a paid order, or change their answers',
  access: 'verified',
  params: orderParams,
  body: z.strictObject({ form_submissions: laterSubmissionsSchema }),
  maxBodyBytes: 256 * 1024,
  refusals: {
    orderNotFound: 404,
    orderEnded: 409,
    laterFormsClosed: 409,
    formsInvalid: 422,
    ticketNotInOrder: 422,
  },
  answer: laterFormsSchema,
});
