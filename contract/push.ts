import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { atMost } from './fields.ts';

/**
 * An address of the push services of Chromium, Firefox, Edge and Safari. The server sends a request to the address that a browser names, so no
 * other host may be named. Labels have single hyphens: an international one (`xn--`) may be no address to the sender.
 */
const pushAddress =
  /^https:\/\/(?:fcm\.googleapis\.com|(?:[a-z\d]+(?:-[a-z\d]+)*\.)+(?:push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com))\/[\x21-\x7e]+$/;

const longestAddress = 1_000;

/** Where a browser receives messages while its pages are closed, as the Push API gives it: address, and two keys in base64url. */
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z
    .string()
    .check(
      atMost(longestAddress, 'The push address is too long'),
      z.regex(pushAddress, 'The push address is not one of a known push service'),
    ),
  p256dh: z.string().check(z.regex(/^[\w-]{87}$/, 'The public key must be 65 bytes in base64url')),
  auth: z.string().check(z.regex(/^[\w-]{22}$/, 'The secret must be 16 bytes in base64url')),
});
/** Where a browser receives messages while its pages are closed. */
export type PushSubscriptionData = z.infer<typeof pushSubscriptionSchema>;

/**
 * POST /session/push (decision 069): the browser to notify at the turn of the waiting session; null for none. A later one replaces an
 * earlier one; it is deleted at the turn and with the session.
 */
export const setTurnPush = defineCall({
  method: 'POST',
  path: '/session/push',
  summary: 'The browser that gets a notification when the turn in the queue comes',
  access: 'verified',
  body: z.strictObject({ subscription: z.nullable(pushSubscriptionSchema) }),
  answer: z.object({
    /** False where nothing waits, and where the server sends no notifications. */
    is_on: z.boolean(),
  }),
});

/** What a notification of a turn carries: its words, and the path that it opens. */
export interface TurnPush {
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

/** Path of the service worker that shows notifications; it serves no request of a page. */
export const pushWorkerPath = '/push-worker.js';
/** Its scope, under which no page stands. */
export const pushWorkerScope = '/push-worker/';
