import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { atMost } from './fields.ts';

/** Seconds from the start of a payment for which its return address says anything. */
export const returnLinkSeconds = 24 * 60 * 60;

/**
 * GET /payment-return/{token}: where a wallet leads back to. In the browser of the buyer it is 303 to the payment page; a wallet may open another,
 * which has no sign-in: there a page tells state, event and the way on. 404, a page too, for an address that is forged or over.
 */
export const paymentReturn = defineCall({
  method: 'GET',
  path: '/payment-return/{token}',
  summary: 'The page to which a wallet leads back, in whichever browser',
  access: 'public',
  params: z.object({ token: z.string().check(atMost(120)) }),
  answer: z.string(),
  file: 'text/html',
});
