import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allCalls } from '../../../contract/call/all-calls.ts';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls as appCalls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { askSubmit, concert, holdSeats } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const calls: Readonly<Record<string, CallShape>> = allCalls;
const kilobyte = 1024;
/** The calls with large bodies; written out, so that a row cannot raise its own limit. */
const large: Readonly<Record<string, number>> = {
  submitForms: 256,
  saveLaterForms: 256,
  gateScans: 160,
  changePhoto: 256,
  sendContact: 32,
  controlSteer: 64,
};
const params = { slug: concert, id: 'x', eventId: 'x', orderCode: 'x', countryId: '1', token: 'x' };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
});
afterAll(() => app.close());

/** A JSON body of this many bytes. */
const bodyOf = (bytes: number) => JSON.stringify({ x: 'a'.repeat(bytes - '{"x":""}'.length) });
const send = (path: string, method: CallShape['method'], body: string) =>
  app.anonymous().ask(method, path, { body, headers: { 'content-type': 'application/json' } });

describe('a body that is too large', () => {
  const rows = Object.entries(calls).filter(([, { method }]) => method !== 'GET');
  it.each(rows)('is refused by %s before it is read', async (name, call) => {
    const limit = (large[name] ?? 4) * kilobyte;
    const path = apiRoot + callPath(call.path, params);
    const refused = await send(path, call.method, bodyOf(limit + 1));
    expect(refused.status).toBe(413);
    expect(refused.body).toMatchObject({
      status: 413,
      message: `The request body is too large: this call takes at most ${limit / kilobyte} KB`,
      data: null,
    });
    expect((await send(path, call.method, bodyOf(limit))).status).not.toBe(413);
  });

  it('is refused by the webhook', async () => {
    expect((await send('/api/webhooks/payment', 'POST', bodyOf(16 * kilobyte + 1))).status).toBe(
      413,
    );
    expect((await send('/api/webhooks/payment', 'POST', bodyOf(16 * kilobyte))).status).toBe(401);
  });
});

describe('a body of thousands of mistakes', () => {
  it('gets fifty of them, and never more text than it had', async () => {
    const [buyer] = await app.makeBuyers(1);
    const entries = Array.from({ length: 9_000 }, (_, at) => [`formulir-${at}`, 7]);
    const answer = await buyer!.call(appCalls.submitForms, {
      params: { slug: concert },
      body: { form_submissions: Object.fromEntries(entries) },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(50);
    const unknown = await app.anonymous().call(appCalls.login, {
      body: Object.fromEntries(entries.slice(0, 200)),
    });
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors?.length).toBeLessThanOrEqual(50);
  });
});

describe('form answers beyond every limit', () => {
  const one = { ticket_id: null, form_data: { nama: 'Ratna' } };
  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));

  it.each([
    ['forms', many(41, [one])],
    ['fillings of one form', { a: Array.from({ length: 6 }, () => one) }],
    ['keys of one filling', { a: [{ ticket_id: null, form_data: many(201, 'x') }] }],
    ['letters of a key', { a: [{ ticket_id: null, form_data: { ['k'.repeat(401)]: 'x' } }] }],
    ['letters of an answer', { a: [{ ticket_id: null, form_data: { k: 'x'.repeat(4_001) } }] }],
    ['letters of a choice', { a: [{ ticket_id: null, form_data: { k: ['x'.repeat(401)] } }] }],
    ['choices', { a: [{ ticket_id: null, form_data: { k: Array(51).fill('x') } }] }],
    ['letters of a ticket', { a: [{ ticket_id: 'x'.repeat(81), form_data: {} }] }],
    ['letters of a form', { ['x'.repeat(81)]: [one] }],
  ])('in the number of %s are refused before a transaction begins', async (_what, submissions) => {
    const [buyer] = await app.makeBuyers(1);
    const tx = vi.spyOn(app.services.db, 'tx');
    const answer = await askSubmit(buyer!, concert, submissions as never);
    expect(answer.status).toBe(422);
    expect(tx).not.toHaveBeenCalled();
    tx.mockRestore();
  });

  it('within the limits they are checked as usual', async () => {
    const [buyer] = await app.makeBuyers(1);
    await holdSeats(app, buyer!, concert, 1);
    const full = { a: [{ ticket_id: null, form_data: many(200, 'x'.repeat(900)) }] };
    const answer = await askSubmit(buyer!, concert, full as never);
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringContaining('Please fill in the required field'),
    ]);
  });
});
