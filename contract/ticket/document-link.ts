import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { atMost } from '../fields.ts';

/** Seconds for which the address of a document gives it. */
export const documentLinkSeconds = 60;

const word = z.string().check(atMost(120), z.minLength(1));
const refusals = { ticketNotFound: 404, documentsBusy: 429, documentsAway: 503 } as const;

/** One ticket, or the tickets of an event, all of the account or those of one order. */
export const wantedTicketsSchema = z.union([
  z.strictObject({ ticket: word }),
  z.strictObject({ event: word, order: z.optional(word) }),
]);
/** One ticket, or the tickets of an event, all of the account or those of one order. */
export type WantedTickets = z.infer<typeof wantedTicketsSchema>;

/**
 * POST /documents: makes a PDF of tickets and gives its address. The address needs no cookie: the apps in which people open links
 * leave files to another program, which has none (decision 132).
 */
export const documentLink = defineCall({
  method: 'POST',
  path: '/documents',
  summary: 'An address that gives a PDF of tickets for one minute without a cookie',
  access: 'verified',
  body: wantedTicketsSchema,
  refusals,
  answer: z.object({ address: z.string() }),
});

/** GET /documents?link=…: the PDF of such an address, to be saved. */
export const documentFile = defineCall({
  method: 'GET',
  path: '/documents',
  summary: 'The PDF of an address that POST /documents gave',
  access: 'public',
  query: z.object({ link: z.string().check(atMost(800)) }),
  refusals: { documentLinkOver: 404, ...refusals },
  answer: z.string(),
  file: 'application/pdf',
});
