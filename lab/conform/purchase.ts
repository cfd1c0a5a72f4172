import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName } from '../../contract/call/calls.ts';
import { isShownMethod } from '../../contract/payment.ts';
import { sampleSubmissions } from '../../samples/form-answers.ts';
import type { Notes } from './findings.ts';
import type { Tools } from './means.ts';
import type { Person } from './person.ts';

/** Readings of the session, and the pause between them, until the turn in a queue comes. */
const mostReads = 20;
const pauseMs = 1_000;

/** The first buys two seats, up to a payment that is completed where the tools can pay; the second owns none of it. */
export async function buys(
  first: Person,
  second: Person,
  slug: string,
  { pay }: Partial<Tools>,
  notes: Notes,
): Promise<void> {
  const params = { slug };
  await first.right('waitingList', { params });
  await first.right('leaveWaitingList', { params });
  let state = (await first.right('joinQueue', { params, body: {} }))?.session?.state;
  for (let tries = 0; state === 'queued' && tries < mostReads; tries += 1) {
    await sleep(pauseMs);
    state = (await first.right('session'))?.session?.state;
  }
  const map = await first.right('seatmapCategories', { params });
  const free = map?.seatLayout.items.filter(({ status }) => status === 'available') ?? [];
  const seats = free.slice(0, 2).map(({ seat_number: number }) => number);
  if (state !== 'online' || seats.length === 0) {
    notes.note('createDraft', 'right', 'untried', `session ${state}, ${free.length} free seats`);
    return;
  }
  await second.right('joinQueue', { params, body: {} });
  const body = { seats, voucher_code: null };
  await first.right('orderPreview', { params, body });
  const spoilt = { params, body: { ...body, voucher_code: 'TIADA' } };
  const preview = await first.right('orderPreview', spoilt, 'wrong voucher');
  if (preview?.preview.voucher_info?.is_valid === true)
    notes.note('orderPreview', 'wrong voucher', 'breaks', 'a voucher that nobody has', 'is_valid');
  await first.right('createDraft', { params, body });
  await first.right('cancelDraft', { params });
  const ids: (string | undefined)[] = [];
  const key = randomUUID();
  for (const tried of ['right', 'same key']) {
    await first.right('createDraft', { params, body, key }, tried);
    ids.push((await first.right('readDraft', { params }))?.order.id);
  }
  sameId(notes, 'createDraft', 'data.order.id', ids);
  await first.refused('createDraft', 'keyReused', 'other body under the key', { ...spoilt, key });
  await second.refused('createDraft', 'seatsTaken', 'seats of another', { params, body });
  await second.refused('readDraft', 'noDraft', 'draft of another', { params });
  await second.right('exitSession');
  const draft = await first.right('readDraft', { params });
  const forms = await first.right('eventForms', { params });
  if (draft === null || forms === null) return;
  const tickets = draft.order_data.items.flatMap((item) =>
    item.seats.map(({ ticket_id: id }) => id),
  );
  const filled = { form_submissions: sampleSubmissions(forms, tickets) };
  for (const tried of ['right', 'same key'])
    await first.right('submitForms', { params, body: filled, key: `${key}-forms` }, tried);
  const offered = await first.right('paymentMethods', { params });
  const shown = offered?.payment_methods.available_methods.filter(isShownMethod) ?? [];
  const method = shown.find(({ code }) => code === 'qris') ?? shown[0];
  if (method === undefined) return;
  const paying = { params, body: { payment_method_code: method.code } };
  const made = [];
  for (const [tried, given] of [
    ['right', { ...paying, key: `${key}-pay` }],
    ['same key', { ...paying, key: `${key}-pay` }],
    ['without a key', paying],
  ] as const)
    made.push((await first.right('createPayment', given, tried))?.payment.id);
  sameId(notes, 'createPayment', 'data.payment.id', made);
  await second.refused('paymentStatus', 'noPayment', 'payment of another', { params });
  const voiding = { params, body: { payment_id: made[0] }, key: `${key}-void` };
  const isVoid = await first.right('voidPayment', voiding);
  const last = isVoid === null ? made[0] : (await first.right('createPayment', paying))?.payment.id;
  if (pay === undefined || last === undefined) {
    await first.right('paymentStatus', { params });
    notes.note('paymentStatus', 'paid', 'untried', 'nobody pays');
    await first.right('exitSession');
    return;
  }
  await pay(last);
  const reading = await first.right('paymentStatus', { params });
  const verdict = reading?.payment.status === 'completed' ? 'holds' : 'breaks';
  notes.note('paymentStatus', 'paid', verdict, 'paid, and not completed', 'data.payment.status');
}

function sameId(notes: Notes, name: CallName, field: string, ids: readonly unknown[]): void {
  const verdict = new Set(ids).size === 1 ? 'holds' : 'breaks';
  notes.note(name, 'once', verdict, 'a repeated call makes another one', field);
}

/** The first reads the tickets of the newest order; the second is refused all of them. */
export async function readsTickets(first: Person, second: Person, notes: Notes, offers: boolean) {
  const [order] = (await first.right('myTickets')) ?? [];
  const [purchase] = (await first.right('purchaseHistory')) ?? [];
  if (order === undefined || purchase === undefined) {
    notes.note('eTicket', 'right', 'untried', 'the first account has no tickets');
    return;
  }
  const ofEvent = { params: { eventId: order.event_slug } };
  const [ticket] = (await first.right('myEventTickets', ofEvent))?.data ?? [];
  const ofOrder = { params: { orderCode: purchase.transaction_id } };
  const ofTicket = { params: { id: ticket?.id ?? '' } };
  const owned = [
    ...(['eTicket', 'eTicketHtml', 'ticketPdf', 'ticketTransfer'] as const).map(
      (name) => [name, 'ticketNotFound', ofTicket] as const,
    ),
    ['eventTicketsPdf', 'ticketNotFound', ofEvent] as const,
    ['invoicePdf', 'invoiceNotFound', ofOrder] as const,
    ...(['laterForms', 'orderRefund'] as const).map(
      (name) => [name, 'orderNotFound', ofOrder] as const,
    ),
  ];
  for (const [name, code, given] of owned) {
    await first.right(name, given);
    await second.refused(name, code, 'of another', given);
  }
  const link = await first.right('documentLink', { body: { ticket: ticket?.id } });
  const query = Object.fromEntries(new URL(link?.address ?? '?', 'http://a').searchParams);
  if (link !== null) await second.right('documentFile', { query });
  if (!offers) return;
  const offer = await first.right('offerTransfer', { ...ofTicket, body: {} });
  if (offer === null) return;
  await second.right('readTransfer', { body: { token: offer.token } });
  await first.right('withdrawTransfer', { ...ofTicket, body: {} });
}
