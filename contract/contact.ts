import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { atMost, emailSchema, personNameSchema } from './fields.ts';
import { manyLines, visible } from './texts/visible-text.ts';

/** Subjects of a message to the support (§5.51). */
export const contactSubjects = ['partnership', 'ticket-issue', 'general', 'other'] as const;
/** A subject of a message to the support. */
export type ContactSubject = (typeof contactSubjects)[number];

/** The most characters of a message to the support. */
export const longestContactMessage = 4_000;

/** POST /contact: sends a message to the support. 429 beyond the daily number of messages; 428 with a challenge in `meta` (§17.30). */
export const sendContact = defineCall({
  method: 'POST',
  path: '/contact',
  summary: 'Leave a message for the support of the shop',
  access: 'public',
  body: z.strictObject({
    name: personNameSchema,
    email: emailSchema,
    subject: z.enum(contactSubjects),
    message: z
      .string()
      .check(visible(), atMost(longestContactMessage, 'Message is too long'), manyLines()),
  }),
  maxBodyBytes: 32 * 1024,
  refusals: { messagesSpent: 429, challengeRequired: 428 },
  answer: z.null(),
});
