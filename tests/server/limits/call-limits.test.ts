import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyCallName, allCalls } from '../../../contract/call/all-calls.ts';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls as appCalls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { limitsOf } from '../../../server/limits/call-limits.ts';
import { answerOf } from '../../support/solve-challenge.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';

type MountedName = AnyCallName;
const calls: Record<MountedName, CallShape> = allCalls;
const names = Object.keys(calls) as MountedName[];
const concert = 'konser-senja-jakarta';
const minute = 60;
/** Numbers of resolutions §3 and ruling R9, written out so that the table of the server cannot grade itself. */
const expected: Partial<
  Record<MountedName, { host?: [number, number][]; account?: [number, number][]; asks?: true }>
> = {
  login: { host: [[600, minute]], asks: true },
  changePhoto: { account: [[10, minute]] },
  register: { host: [[30, minute]], asks: true },
  generateOtp: { host: [[300, minute]], asks: true },
  forgotPassword: { host: [[30, minute]], asks: true },
  resetPassword: { host: [[60, minute]], asks: true },
  sendContact: { host: [[30, 24 * 60 * minute]], asks: true },
  googleUrl: { host: [[600, minute]] },
  eventSearch: { host: [[3_000, minute]] },
  orderPreview: {
    account: [
      [10, minute],
      [60, minute],
    ],
  },
  joinQueue: { account: [[6, minute]] },
  setTurnPush: { account: [[10, minute]] },
  joinWaitingList: { account: [[6, minute]] },
  leaveWaitingList: { account: [[6, minute]] },
  createDraft: { account: [[10, minute]] },
  createPayment: { account: [[5, minute]] },
  voidPayment: { account: [[5, minute]] },
  askOrderRefund: { account: [[6, minute]] },
  keepTickets: { account: [[6, minute]] },
  offerTransfer: { account: [[20, minute]] },
  saveLaterForms: { account: [[20, minute]] },
  checkRefundAccount: { host: [[60, 60 * minute]] },
  giveRefundAccount: { host: [[60, 60 * minute]] },
  paymentStatus: { account: [[12, minute]] },
  gateEvent: { host: [[1_200, minute]] },
  gateNews: { host: [[3_000, minute]] },
  gateScans: { host: [[6_000, minute]] },
  staffSignIn: { host: [[30, minute]] },
  readInvitation: { host: [[60, minute]] },
  acceptInvitation: { host: [[30, minute]] },
};

let app: TestApp;
let network = 0;
beforeAll(async () => {
  app = await createTestApp({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' },
    events: [concert],
  });
});
beforeEach(() => {
  network += 1;
});
afterAll(() => app.close());

/** Returns an address that no other test of this file uses. */
const address = (last: number) => `203.${network}.0.${last}`;

const ask = (
  client: TestClient,
  name: MountedName,
  from: string,
  body: unknown = {},
  headers: Record<string, string> = {},
) => {
  const call = calls[name];
  return client.ask(
    call.method,
    apiRoot +
      callPath(call.path, { slug: concert, orderCode: 'TIADA-1', id: 'tidak-ada', token: 'TIADA' }),
    {
      headers: { 'x-forwarded-for': from, ...headers },
      ...(call.method === 'GET' ? {} : { body }),
    },
  );
};

describe('the table', () => {
  const pairs = (list: readonly { calls: number; seconds: number }[]) =>
    list.map(({ calls: count, seconds }) => [count, seconds]);

  test.each(names)('%s has the limits of the checklist, or the standard ones', (name) => {
    const { perAccount, perHost, challenges } = limitsOf(name, calls[name]);
    const isOfAccount = ['account', 'verified'].includes(calls[name].access);
    const own = expected[name];
    expect(pairs(perAccount)).toEqual(own?.account ?? (isOfAccount ? [[600, minute]] : []));
    expect(pairs(perHost)).toEqual(own?.host ?? [[isOfAccount ? 60_000 : 6_000, minute]]);
    expect(challenges).toBe(own?.asks === true);
  });

  test('no row lacks a limit by network, and none of an account one by account', () => {
    for (const name of names) {
      const { perAccount, perHost } = limitsOf(name, calls[name]);
      expect([name, perHost.length]).not.toEqual([name, 0]);
      // Codes of an account are counted in their rows, ten a day.
      if (calls[name].access === 'account')
        expect([name, perAccount.length]).not.toEqual([name, 0]);
    }
  });
});

describe('by network', () => {
  const person = (index: number) => ({
    firstName: 'Ani',
    lastName: 'Uji',
    phoneNumber: '+6281234567890',
    email: `orang-${network}-${index}@uji.contoh.id`,
    password: 'kuda-laut-9',
  });

  test('after 30 registrations a minute from one address an unknown device must solve a challenge and is not refused', async () => {
    // A body that is refused counts like any call once it can be read; a known password costs no hash.
    const weak = (index: number) => ({ ...person(index), password: 'Password123' });
    for (let index = 0; index < 30; index += 1) {
      expect((await ask(app.anonymous(), 'register', address(1), weak(index))).status).toBe(422);
    }
    const asked = await ask(app.anonymous(), 'register', address(1), person(30));
    expect(asked.status).toBe(428);
    const proof = await answerOf(asked.body);
    expect((await ask(app.anonymous(), 'register', address(1), person(31), proof)).status).toBe(
      428,
    );
    expect((await ask(app.anonymous(), 'register', address(1), person(30), proof)).status).toBe(
      200,
    );
    expect((await ask(app.anonymous(), 'register', address(2), person(32))).status).toBe(200);
    await app.advance(60);
    expect((await ask(app.anonymous(), 'register', address(1), person(33))).status).toBe(200);
  });

  test('after 30 failed sign-ins a minute from one address unknown devices must solve a challenge, known ones need not', async () => {
    const owner = app.anonymous();
    const right = { email: 'pembeli@contoh.id', password: 'tiket1234' };
    expect((await ask(owner, 'login', address(1), right)).status).toBe(200);
    const wrong = (index: number) =>
      ask(app.anonymous(), 'login', address(1), {
        email: `siapa-${network}-${index}@contoh.id`,
        password: 'salah1234',
      });
    for (let index = 0; index < 30; index += 1) expect((await wrong(index)).status).toBe(401);
    expect((await wrong(30)).status).toBe(428);
    const other = { email: 'pembeli2@contoh.id', password: 'tiket1234' };
    const asked = await ask(app.anonymous(), 'login', address(1), other);
    expect(asked.status).toBe(428);
    const proof = await answerOf(asked.body);
    expect((await ask(app.anonymous(), 'login', address(1), other, proof)).status).toBe(200);
    expect((await ask(owner, 'login', address(1), right)).status).toBe(200);
    expect((await ask(app.anonymous(), 'login', address(2), other)).status).toBe(200);
  });

  test('behind a proxy the address that the proxy saw counts, not one that the caller invented', async () => {
    const asked = async (from: string) =>
      (await ask(app.anonymous(), 'forgotPassword', from)).status;
    const body = (index: number) => ({ email: `lupa-${network}-${index}@contoh.id` });
    for (let index = 0; index < 30; index += 1) {
      const from = `198.51.100.${index}, ${address(7)}`;
      expect((await ask(app.anonymous(), 'forgotPassword', from, body(index))).status).toBe(200);
    }
    const from = `198.51.100.99, ${address(7)}`;
    expect((await ask(app.anonymous(), 'forgotPassword', from, body(30))).status).toBe(428);
    expect((await ask(app.anonymous(), 'forgotPassword', address(8), body(31))).status).toBe(200);
    // What cannot be read is refused before it is counted.
    expect(await asked(address(7))).toBe(422);
  });

  test('ADDRESS_LIMIT_FACTOR multiplies what an address may do', async () => {
    const wide = await createTestApp({
      env: { RATE_LIMITS: 'on', ADDRESS_LIMIT_FACTOR: '2' },
      events: 'none',
    });
    const statuses = [];
    for (let index = 0; index < 61; index += 1) {
      const body = { email: `lupa-${index}@contoh.id` };
      statuses.push((await wide.anonymous().call(appCalls.forgotPassword, { body })).status);
    }
    await wide.close();
    expect(statuses).toEqual([...Array(60).fill(200), 428]);
  });

  test('RATE_LIMITS=off disables all limits by network', async () => {
    const off = await createTestApp({ events: 'none' });
    for (let index = 0; index < 40; index += 1) {
      const body = { email: `lupa-${index}@contoh.id` };
      expect((await off.anonymous().call(appCalls.forgotPassword, { body })).status).toBe(200);
    }
    await off.close();
  });
});

describe('by account', () => {
  const bodies: Partial<Record<MountedName, unknown>> = {
    orderPreview: { seats: ['A1'], voucher_code: 'TEBAKAN' },
    createDraft: { seats: ['A1'] },
    createPayment: { payment_method_code: 'qris' },
    voidPayment: { payment_id: 'tidak-ada' },
    changePhoto: { image: null },
    joinWaitingList: { wanted: 1 },
    setTurnPush: { subscription: null },
    askOrderRefund: { expected: 1 },
    saveLaterForms: { form_submissions: {} },
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

  test('limits specific to a call hold with RATE_LIMITS=off', async () => {
    const off = await createTestApp({ events: ['seminar-gratis-yogya'] });
    const [first, second] = await off.makeBuyers(2);
    const join = { params: { slug: 'seminar-gratis-yogya' } };
    for (let index = 0; index < 6; index += 1) {
      expect((await first!.call(appCalls.joinQueue, join)).status).toBe(200);
    }
    expect((await first!.call(appCalls.joinQueue, join)).status).toBe(429);
    expect((await second!.call(appCalls.joinQueue, join)).status).toBe(200);
    await off.close();
  });

  test('are cleared by a development reset', async () => {
    const open = await createTestApp({ env: { RATE_LIMITS: 'on' }, events: [concert] });
    const join = async (client: TestClient) =>
      (await client.call(appCalls.joinQueue, { params: { slug: concert } })).status;
    const [one] = (await open.makeBuyers(1)) as [TestClient];
    for (let index = 0; index < 6; index += 1) await join(one);
    expect(await join(one)).toBe(429);
    await open.anonymous().ask('POST', '/dev/reset', { body: { keep_events: true } });
    expect(await open.services.db.query('select 1 from limit_budgets')).toEqual([]);
    expect(await join(await open.as('pembeli@contoh.id'))).toBe(200);
    await open.close();
  });
});
