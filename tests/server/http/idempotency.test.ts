import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../../contract/call/call.ts';
import { openPresence } from '../../../server/db/presence.ts';
import { refuseFor } from '../../../server/http/refuse.ts';
import { type BareServe, createBareServe, ownHeaders } from '../support/bare-serve.ts';

const once = defineCall({
  method: 'POST',
  path: '/once',
  summary: 'Counts how often it ran',
  access: 'account',
  body: z.strictObject({ mode: z.string() }),
  refusals: { seatsTaken: 409, methodUnfit: 422 },
  answer: z.object({ run: z.number() }),
  idempotent: true,
});

let bare: BareServe;
let runs = 0;
let release: () => void = () => {};

const refuse = refuseFor(once);

beforeAll(async () => {
  bare = await createBareServe();
  bare.serve(once, async ({ body }) => {
    runs += 1;
    if (body.mode === 'refuse') throw refuse('seatsTaken', { sentence: `refused ${runs}` });
    if (body.mode === 'invalid') throw refuse('methodUnfit');
    if (body.mode === 'fail') throw new Error('broken');
    if (body.mode === 'wait') {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    return { data: { run: runs }, status: 201 };
  });
});
beforeEach(() => {
  runs = 0;
});
afterAll(() => bare.close());

const send = (key: string | null, mode: string, who: 'ani' | 'budi' = 'ani') => {
  const cookie = bare.cookies[who];
  const headers = { ...ownHeaders, cookie, ...(key === null ? {} : { 'idempotency-key': key }) };
  return bare.app.inject({ method: 'POST', url: '/api/once', payload: { mode }, headers });
};
const twentyAtOnce = async (key: string) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(key, 'go')));
  expect(runs).toBe(1);
  expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true);
};

describe('Idempotency-Key (§7.5)', () => {
  test('a repeated call gets the first response and does not run', async () => {
    const first = await send('k1', 'go');
    const second = await send('k1', 'go');
    expect([first.statusCode, second.statusCode, runs]).toEqual([201, 201, 1]);
    expect(second.json()).toEqual(first.json());
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  test('other parameters under the key are refused', async () => {
    await send('k2', 'go');
    expect((await send('k2', 'other')).statusCode).toBe(422);
    expect(runs).toBe(1);
  });

  test('a key belongs to one account', async () => {
    await send('k3', 'go');
    expect((await send('k3', 'go', 'budi')).json().data).toEqual({ run: 2 });
  });

  test('a refusal is stored', async () => {
    await send('k4', 'refuse');
    const again = await send('k4', 'refuse');
    expect(again.json()).toMatchObject({ status: 409, message: 'refused 1' });
    expect(runs).toBe(1);
  });

  test.each(['invalid', 'fail'])('a response of kind %s is not stored', async (mode) => {
    await send(`k5-${mode}`, mode);
    await send(`k5-${mode}`, mode);
    expect(runs).toBe(2);
  });

  test('a second call during the first is 409, and later gets its response', async () => {
    const first = send('k6', 'wait');
    await expect.poll(() => runs).toBe(1);
    const second = await send('k6', 'wait');
    expect([second.statusCode, second.headers['retry-after']]).toEqual([409, '1']);
    release();
    expect((await first).statusCode).toBe(201);
    expect((await send('k6', 'wait')).json().data).toEqual({ run: 1 });
    expect(runs).toBe(1);
  });

  test('a key of a dead process is free at once; one of another living process is not', async () => {
    const first = send('k8', 'wait');
    await expect.poll(() => runs).toBe(1);
    const releaseFirst = release;
    const other = await openPresence(bare.db, null);
    await bare.db.query(`update idempotency_keys set holder = $1 where key = 'k8'`, [other.id]);
    expect((await send('k8', 'wait')).statusCode).toBe(409);
    expect(runs).toBe(1);
    await other.close();
    const again = send('k8', 'wait');
    await expect.poll(() => runs).toBe(2);
    expect((await send('k8', 'wait')).statusCode).toBe(409);
    release();
    expect((await again).statusCode).toBe(201);
    releaseFirst();
    await first;
  });

  test('twenty at once run once', () => twentyAtOnce('k7'));

  test('a key of 256 characters is refused', async () => {
    expect((await send('x'.repeat(256), 'go')).statusCode).toBe(422);
    expect((await send('x'.repeat(255), 'go')).statusCode).toBe(201);
  });
});
