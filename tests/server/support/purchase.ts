import { expect } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import type { EventForm, FormSubmissions } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Payment } from '../../../contract/payment.ts';
import { sampleAnswer } from '../../../samples/form-answers.ts';
import type { Db } from '../../../server/db/db.ts';
import { brokenInvariants } from '../../../server/domain/invariants/invariants.ts';
import type { Envelope, TestApp, TestClient } from './test-app.ts';

/** A concert with forms of every field type and enough capacity. */
export const concert = 'konser-senja-jakarta';
/** Capacity two. */
export const party = 'pesta-rakyat-bandung';
/** Price 0, no forms. */
export const seminar = 'seminar-gratis-yogya';
/** Priced, with only inactive forms. */
export const theatre = 'teater-tanpa-form-solo';

/** Numbers of free seats, the cheapest category last. */
export async function freeSeats(app: TestApp, slug: string, count: number): Promise<string[]> {
  const rows = await app.services.db.query<{ seat_number: string }>(
    `select t.seat_number from seats t join events e on e.id = t.event_id
     where e.slug = $1 and t.status = 'available' order by t.id limit $2`,
    [slug, count],
  );
  expect(rows).toHaveLength(count);
  return rows.map((row) => row.seat_number);
}

/** Joins and returns the resulting session. */
export async function join(client: TestClient, slug: string) {
  const answer = await client.call(calls.joinQueue, { params: { slug } });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** Requests seats; the response may be a refusal. */
export function askDraft(
  client: TestClient,
  slug: string,
  seats: readonly string[],
  voucher: string | null = null,
) {
  return client.call(calls.createDraft, {
    params: { slug },
    body: { seats, voucher_code: voucher },
  });
}

/** Joins and holds the first free seats. */
export async function holdSeats(
  app: TestApp,
  client: TestClient,
  slug: string,
  count = 2,
  voucher: string | null = null,
): Promise<DraftResponse> {
  await join(client, slug);
  const answer = await askDraft(client, slug, await freeSeats(app, slug, count), voucher);
  expect(answer.body.message).toBe('Seats held');
  return answer.body.data;
}

/** Valid answers to every active form of the event, for the tickets of a draft. */
export async function goodSubmissions(
  client: TestClient,
  slug: string,
  draft: DraftResponse,
): Promise<FormSubmissions> {
  const forms = await client.call(calls.eventForms, { params: { slug } });
  expect(forms.status).toBe(200);
  const tickets = draft.order_data.items.flatMap((item) =>
    item.seats.map((seat) => seat.ticket_id),
  );
  const fill = (form: EventForm, ticket: number) =>
    Object.fromEntries(form.fields.map((field) => [field.field_key, sampleAnswer(field, ticket)]));
  return Object.fromEntries(
    forms.body.data
      .filter((form) => form.is_active)
      .map((form) => [
        form.id,
        form.ask_all
          ? tickets.map((id, index) => ({ ticket_id: id, form_data: fill(form, index + 1) }))
          : [{ ticket_id: null, form_data: fill(form, 0) }],
      ]),
  );
}

/** Submits form answers; the response may be a refusal. */
export function askSubmit(client: TestClient, slug: string, submissions: FormSubmissions) {
  return client.call(calls.submitForms, {
    params: { slug },
    body: { form_submissions: submissions },
  });
}

/** Holds seats and submits the forms: the next step is the payment method. */
export async function lockDraft(
  app: TestApp,
  client: TestClient,
  slug: string,
  count = 2,
  voucher: string | null = null,
): Promise<DraftResponse> {
  const draft = await holdSeats(app, client, slug, count, voucher);
  const answer = await askSubmit(client, slug, await goodSubmissions(client, slug, draft));
  expect(answer.body.message).toBe('Attendee details accepted');
  return answer.body.data;
}

/** Starts a payment; the response may be a refusal. */
export function askPayment(client: TestClient, slug: string, method = 'qris') {
  return client.call(calls.createPayment, {
    params: { slug },
    body: { payment_method_code: method },
  });
}

/** Goes through all steps up to a pending payment. */
export async function beginPayment(
  app: TestApp,
  client: TestClient,
  slug: string,
  count = 2,
  voucher: string | null = null,
  method = 'qris',
): Promise<Payment> {
  await lockDraft(app, client, slug, count, voucher);
  const answer = await askPayment(client, slug, method);
  expect(answer.status).toBe(200);
  return answer.body.data.payment;
}

/** The payment as its buyer reads it now. */
export async function paymentOf(client: TestClient, slug: string): Promise<Payment> {
  const answer = await client.call(calls.paymentStatus, { params: { slug } });
  expect(answer.status).toBe(200);
  return answer.body.data.payment;
}

/** The session of a buyer as the server returns it. */
export async function sessionOf(client: TestClient) {
  const answer = await client.call(calls.session);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** Simulates the payer with the development page. */
export function payerDoes(app: TestApp, paymentId: string, outcome: string) {
  return app.anonymous().ask('POST', `/dev/gateway/${paymentId}`, { body: { outcome } });
}

/** Buys free seats and pays for them. */
export async function buySeats(
  app: TestApp,
  client: TestClient,
  slug: string,
  count = 2,
  voucher: string | null = null,
  method = 'qris',
): Promise<Payment> {
  const payment = await beginPayment(app, client, slug, count, voucher, method);
  await payerDoes(app, payment.id, 'settlement');
  return payment;
}

/** Ends the session of a buyer; the response may be a refusal. */
export function leave(client: TestClient) {
  return client.call(calls.exitSession);
}

/** Steers the queue of an event with the development page; the response may be a refusal. */
export function steer(app: TestApp, slug: string, body: object) {
  return app
    .anonymous()
    .ask<Envelope<{ promoted: number }>>('POST', `/dev/queue/${slug}`, { body });
}

/** Abandons a pending payment; the response may be a refusal. */
export function askVoid(client: TestClient, slug: string, paymentId: string) {
  return client.call(calls.voidPayment, { params: { slug }, body: { payment_id: paymentId } });
}

/** Advances past the payment deadline: the charge expires, and the hold with it. */
export async function payTimeEnds(app: TestApp): Promise<void> {
  await app.advance(601);
}

/** Fails with every invariant that the database violates. */
export async function expectSound(db: Db, options: { operator?: boolean } = {}): Promise<void> {
  expect(await brokenInvariants(db, options)).toEqual([]);
}
