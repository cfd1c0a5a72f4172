import * as z from 'zod/mini';
import { rupiahSchema } from '../fields.ts';

/** What a buyer who gives tickets back gets, as the organiser says it (decision 075). */
export const refundPolicySchema = z.object({
  /** The step with the most days that are still left on the calendar of the venue counts; with fewer than the fewest, nothing goes back. */
  steps: z.array(z.object({ daysBefore: z.number(), percent: z.number() })),
  /** Whole rupiah that the organiser keeps of each ticket, at most what would go back of it. */
  fee: rupiahSchema,
});
/** What a buyer who gives tickets back gets. */
export type RefundPolicy = z.infer<typeof refundPolicySchema>;
