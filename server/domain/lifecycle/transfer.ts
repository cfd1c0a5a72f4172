import { type Lifecycle, type StepRow, stepsOf } from './lifecycle.ts';

/** States of an offered ticket as the table keeps them. */
export type TransferState = 'offered' | 'accepted' | 'withdrawn' | 'lapsed';

/** The life of a ticket's transfer to another person: from, event, to, clock, audit verb (decision 085). */
const rows = [
  [null, 'offered', 'offered', 'offer', 'offer'],
  ['offered', 'accepted', 'accepted', null, 'accept'],
  ['offered', 'withdrawn', 'withdrawn', null, 'withdraw'],
  ['offered', 'deadlinePassed', 'lapsed', null, 'lapse'],
  // Refunded, issued again or voided while it was offered.
  ['offered', 'ticketVoided', 'lapsed', null, 'lapse'],
] as const satisfies readonly StepRow<TransferState, string, 'offer'>[];

/** What can happen to a transfer. */
export type TransferEvent = (typeof rows)[number][1];

/** The lifecycle of a transfer. Its one clock, 'offer', is the end of its link. */
export const transferLifecycle: Lifecycle<TransferState, TransferEvent, 'offer'> = {
  thing: 'transfer',
  table: 'ticket_transfers',
  column: 'state',
  also: null,
  steps: stepsOf<TransferState, TransferEvent, 'offer'>(rows),
};
