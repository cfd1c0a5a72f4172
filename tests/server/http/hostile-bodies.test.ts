import { describe, expect, it, vi } from 'vitest';
import { allCalls } from '../../../contract/call/all-calls.ts';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { openShop } from '../support/open-shop.ts';
import { askSubmit, concert } from '../support/purchase.ts';

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
const rows = Object.entries<CallShape>(allCalls)
  .filter(([, { method }]) => method !== 'GET')
  .map(([name, { method, path }]) => [name, method, apiRoot + callPath(path, params)] as const);

const app = await openShop({ events: [concert] }, null);

/** Sends a JSON body of this many bytes. */
const send = (path: string, method: CallShape['method'], bytes: number) => {
  const body = JSON.stringify({ x: 'a'.repeat(bytes - '{"x":""}'.length) });
  return app
    .anonymous()
    .ask(method, path, { body, headers: { 'content-type': 'application/json' } });
};

it.each([...rows, ['the webhook', 'POST', '/api/webhooks/payment'] as const])(
  '%s refuses a body that is too large before it is read',
  async (name, method, path) => {
    const limit = name === 'the webhook' ? 16 : (large[name] ?? 4);
    const refused = await send(path, method, limit * kilobyte + 1);
    expect(refused.status).toBe(413);
    const message = `The request body is too large: this call takes at most ${limit} KB`;
    if (name !== 'the webhook') {
      expect(refused.body).toMatchObject({ status: 413, message, data: null });
    }
    expect((await send(path, method, limit * kilobyte)).status).not.toBe(413);
  },
);

it('a body of thousands of mistakes gets fifty of them, and never more text than it had', async () => {
  const [buyer] = await app.makeBuyers(1);
  const entries = Array.from({ length: 9_000 }, (_, at) => [`formulir-${at}`, 7]);
  const answer = await buyer!.call(calls.submitForms, {
    params: { slug: concert },
    body: { form_submissions: Object.fromEntries(entries) },
  });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toHaveLength(50);
  const body = Object.fromEntries(entries.slice(0, 200));
  const unknown = await app.anonymous().call(calls.login, { body });
  expect(unknown.status).toBe(422);
  expect(unknown.body.errors?.length).toBeLessThanOrEqual(50);
});

describe('form answers', () => {
  const one = { ticket_id: null, form_data: { nama: 'Ratna' } };
  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));
  const filled = (form_data: object) => ({ a: [{ ticket_id: null, form_data }] });

  it.each([
    ['forms', many(41, [one])],
    ['fillings of one form', { a: Array.from({ length: 6 }, () => one) }],
    ['keys of one filling', filled(many(201, 'x'))],
    ['letters of a key', filled({ ['k'.repeat(401)]: 'x' })],
    ['letters of an answer', filled({ k: 'x'.repeat(4_001) })],
    ['letters of a choice', filled({ k: ['x'.repeat(401)] })],
    ['choices', filled({ k: Array(51).fill('x') })],
    ['letters of a ticket', { a: [{ ticket_id: 'x'.repeat(81), form_data: {} }] }],
    ['letters of a form', { ['x'.repeat(81)]: [one] }],
  ])('with too many %s are refused before a transaction begins', async (_what, submissions) => {
    const [buyer] = await app.makeBuyers(1);
    const tx = vi.spyOn(app.services.db, 'tx');
    const answer = await askSubmit(buyer!, concert, submissions as never);
    expect(answer.status).toBe(422);
    expect(tx).not.toHaveBeenCalled();
  });
});
