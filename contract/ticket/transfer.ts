import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { atMost, instantSchema, personNameSchema } from '../fields.ts';

/** Hours for which the link of an offered ticket works, if its event has not begun before. */
export const transferHours = 72;

const ticketParams = z.object({ id: z.string().check(atMost(36), z.minLength(1)) });
const tokenSchema = z.string().check(atMost(60, 'This link is not complete'), z.minLength(1));

/** States of an offer; the last three are final. */
export const transferStates = ['offered', 'accepted', 'withdrawn', 'lapsed'] as const;

/** An offer of a ticket to another person, as its giver sees it. */
export const transferSchema = z.object({
  state: z.enum(transferStates),
  expires_at: instantSchema,
});
/** An offer of a ticket to another person, as its giver sees it. */
export type Transfer = z.infer<typeof transferSchema>;

/** GET /my/ticket/{id}/transfer: the latest offer of a ticket that the account had or has; null if there was none. */
export const ticketTransfer = defineCall({
  method: 'GET',
  path: '/my/ticket/{id}/transfer',
  summary: 'The latest offer of a ticket to another person',
  access: 'verified',
  params: ticketParams,
  refusals: { ticketNotFound: 404 },
  answer: z.object({ transfer: z.nullable(transferSchema) }),
});

/** POST /my/ticket/{id}/transfer: offers a ticket by a link, which is in this response alone; a second offer ends the first. */
export const offerTransfer = defineCall({
  method: 'POST',
  path: '/my/ticket/{id}/transfer',
  summary: 'Offer a ticket to another person by a link',
  access: 'verified',
  params: ticketParams,
  body: z.strictObject({}),
  refusals: { ticketNotFound: 404, ticketUsed: 409, transferClosed: 409, refundAsked: 409 },
  answer: z.object({ transfer: transferSchema, token: z.string() }),
});

/** POST /my/ticket/{id}/transfer/withdraw: ends the offer; the ticket stays as it was. */
export const withdrawTransfer = defineCall({
  method: 'POST',
  path: '/my/ticket/{id}/transfer/withdraw',
  summary: 'Withdraw the offer of a ticket',
  access: 'verified',
  params: ticketParams,
  body: z.strictObject({}),
  refusals: { ticketNotFound: 404, transferEnded: 409 },
  answer: z.object({ transfer: transferSchema }),
});

/** POST /transfers/read: what a link offers. The token is in the body, which no log contains. */
export const readTransfer = defineCall({
  method: 'POST',
  path: '/transfers/read',
  summary: 'What the link of an offered ticket offers',
  access: 'public',
  body: z.strictObject({ token: tokenSchema }),
  refusals: { transferNotFound: 404 },
  answer: z.object({
    state: z.enum(transferStates),
    expires_at: instantSchema,
    /** First name of the giver. */
    giver: z.string(),
    event_slug: z.string(),
    event_name: z.string(),
    venue_name: z.string(),
    datetime: instantSchema,
    category: z.string(),
    seat_number: z.nullable(z.string()),
  }),
});

/** POST /transfers/accept: takes an offered ticket for the signed-in account; the giver's code is void from then on. */
export const acceptTransfer = defineCall({
  method: 'POST',
  path: '/transfers/accept',
  summary: 'Accept an offered ticket; the code of the giver becomes void',
  access: 'verified',
  body: z.strictObject({ token: tokenSchema, holder_name: personNameSchema }),
  refusals: {
    transferNotFound: 404,
    transferEnded: 409,
    transferOwn: 409,
    ticketUsed: 409,
    refundAsked: 409,
  },
  answer: z.object({ ticket_id: z.string(), event_slug: z.string() }),
});
