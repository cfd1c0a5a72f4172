import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CallShape, callPath } from '../../contract/call.ts';
import { calls as appCalls, type CallName } from '../../contract/calls.ts';
import { type GateCallName, gateCalls } from '../../contract/gate.ts';
import { apiRoot } from '../../contract/limits.ts';
import { callLimits } from '../../server/http/rate-limit.ts';
import { createTestApp, type TestApp, type TestClient } from './support/test-app.ts';

type MountedName = CallName | GateCallName;
const calls = { ...appCalls, ...gateCalls };
const concert = 'konser-senja-jakarta';
/** Numbers of resolutions §3, written out so that the table of the server cannot grade itself. */
const expected: Partial<
  Record<MountedName, { address?: [number, number][]; account?: [number, number][] }>
> = {
  login: { address: [[10, 60]] },
  register: { address: [[5, 3_600]] },
  googleUrl: { address: [[10, 60]] },
  generateOtp: { address: [[20, 86_400]] },
  forgotPassword: {
    address: [
      [5, 60],
      [20, 86_400],
    ],
  },
  resetPassword: { address: [[10, 60]] },
  eventSearch: { address: [[60, 60]] },
  orderPreview: {
    account: [
      [10, 60],
      [60, 60],
    ],
  },
  joinQueue: { account: [[6, 60]] },
  createDraft: { account: [[10, 60]] },
  createPayment: { account: [[5, 60]] },
  paymentStatus: { account: [[12, 60]] },
  gateEvent: { address: [[120, 60]] },
  gateNews: { address: [[120, 60]] },
  gateScans: { address: [[600, 60]] },
};

let app: TestApp;
let network = 0;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' }, events: [concert] });
});
beforeEach(() => {
  network += 1;
});
afterAll(() => app.close());

/** An address nobody in this file called from before. */
const address = (last: number) => `203.0.${network}.${last}`;

const ask = (client: TestClient, name: MountedName, from: string, body: unknown = {}) => {
  const call: CallShape = calls[name];
  return client.ask(call.method, apiRoot + callPath(call.path, { slug: concert }), {
    headers: { 'x-forwarded-for': from },
    ...(call.method === 'GET' ? {} : { body }),
  });
};

test('the limits are those of the checklist', () => {
  const told = Object.entries(callLimits).map(([name, limits]) => {
    const pairs = (list: typeof limits.perAddress) =>
      list?.map(({ calls: count, seconds }) => [count, seconds]);
    const [byAddress, byAccount] = [pairs(limits.perAddress), pairs(limits.perAccount)];
    return [
      name,
      { ...(byAddress && { address: byAddress }), ...(byAccount && { account: byAccount }) },
    ];
  });
  expect(Object.fromEntries(told)).toEqual(expected);
});

describe('by address', () => {
  const limited = Object.entries(expected).flatMap(([name, { address: limits }]) => {
    const tightest = limits?.[0];
    // One mechanism counts them all: a limit of hundreds would only take longer to reach.
    if (tightest === undefined || tightest[0] > 60) return [];
    return [[name as MountedName, ...tightest] as const];
  });
  test.each(limited)(
    '%s: %d in %d s, then 429 with the wait, for that address alone',
    async (name, count, seconds) => {
      // An account is needed for some, and changes nothing for the others.
      const client = await app.as('baru@contoh.id');
      for (let index = 0; index < count; index += 1) {
        const answer = await ask(client, name, address(1));
        // A refusal of its own, as of a broken body or a code asked for twice, counts like any call.
        expect(answer.body.message).not.toContain('Too many requests');
      }
      const refused = await ask(client, name, address(1));
      expect([refused.status, refused.body.data]).toEqual([429, null]);
      expect(refused.body.message).toContain('Too many requests');
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(seconds);
      expect((await ask(client, name, address(2))).body.message).not.toContain('Too many requests');
      await app.advance(wait);
      expect(
        (await ask(await app.as('baru@contoh.id'), name, address(1))).body.message,
      ).not.toContain('Too many requests');
    },
  );
});

describe('by account', () => {
  const bodies: Partial<Record<MountedName, unknown>> = {
    orderPreview: { seats: ['A1'], voucher_code: 'TEBAKAN' },
    createDraft: { seats: ['A1'] },
    createPayment: { payment_method_code: 'qris' },
  };
  const limited = Object.entries(expected).flatMap(([name, { account: limits }]) => {
    const tightest = limits?.[0];
    return tightest === undefined ? [] : [[name as MountedName, ...tightest] as const];
  });
  test.each(limited)(
    '%s: %d in %d s wherever it calls from, and nobody else waits',
    async (name, count, seconds) => {
      const [one, other] = (await app.makeBuyers(2)) as [TestClient, TestClient];
      for (let index = 0; index < count; index += 1) {
        const answer = await ask(one, name, address(index + 1), bodies[name]);
        expect(answer.body.message).not.toContain('Too many requests');
      }
      const refused = await ask(one, name, address(200), bodies[name]);
      expect(refused.status).toBe(429);
      expect(refused.body.message).toContain('Too many requests');
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(seconds);
      const neighbour = await ask(other, name, address(1), bodies[name]);
      expect(neighbour.body.message).not.toContain('Too many requests');
      await app.advance(wait);
      expect((await ask(one, name, address(200), bodies[name])).body.message).not.toContain(
        'Too many requests',
      );
    },
  );
});

describe('failed sign-ins', () => {
  const signIn = (email: string, password: string, from: string) =>
    app.anonymous().call(calls.login, {
      body: { email, password },
      headers: { 'x-forwarded-for': from },
    });

  test('of one account hold up no other of the same address', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await signIn('pembeli2@contoh.id', 'salah1234', address(1))).status).toBe(401);
    }
    const locked = await signIn('pembeli2@contoh.id', 'tiket1234', address(1));
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn('pembeli@contoh.id', 'tiket1234', address(1))).status).toBe(200);
  });

  test('from one network leave the owner at another free', async () => {
    for (let count = 0; count < 6; count += 1)
      await signIn('pembeli@contoh.id', 'salah1234', address(1));
    expect((await signIn('pembeli@contoh.id', 'tiket1234', address(1))).status).toBe(429);
    expect((await signIn('pembeli@contoh.id', 'tiket1234', `198.51.100.${network}`)).status).toBe(
      200,
    );
  });

  test('of an address nobody has are counted alike', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await signIn('tidak-ada@contoh.id', 'salah1234', address(1))).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});
