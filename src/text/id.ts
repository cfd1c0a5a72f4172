import * as account from './id/account.ts';
import * as bubble from './id/bubble.ts';
import * as checkout from './id/checkout.ts';
import * as draw from './id/draw.ts';
import * as event from './id/event.ts';
import * as laterForms from './id/later-forms.ts';
import * as purchase from './id/purchase.ts';
import * as queue from './id/queue.ts';
import * as refund from './id/refund.ts';
import * as refundPolicy from './id/refund-policy.ts';
import * as refusals from './id/refusals.ts';
import * as search from './id/search.ts';
import * as seats from './id/seats.ts';
import * as shell from './id/shell.ts';
import * as signIn from './id/sign-in.ts';
import * as site from './id/site.ts';
import * as transfer from './id/transfer.ts';
import * as waiting from './id/waiting.ts';

/** All texts that stay English on an Indonesian page. */
export const english = {
  ...shell.english,
  ...event.english,
  ...search.english,
  ...signIn.english,
  ...account.english,
  ...site.english,
  ...purchase.english,
  ...checkout.english,
} as const;

/** The complete default catalogue. Literal texts of the spec are unchanged, mixed languages included. */
export const id = {
  ...english,
  ...shell.words,
  ...event.words,
  ...search.words,
  ...signIn.words,
  ...account.words,
  ...site.words,
  ...purchase.words,
  ...queue.words,
  ...seats.words,
  ...bubble.words,
  ...waiting.words,
  ...draw.words,
  ...refund.words,
  ...refundPolicy.words,
  ...refusals.words,
  ...transfer.words,
  ...laterForms.words,
  ...checkout.words,
} as const;
