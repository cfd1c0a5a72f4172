import { beforeEach, describe, expect, test } from 'vitest';
import { type AnyCallName, allCalls } from '../../../contract/call/all-calls.ts';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls as appCalls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { limitsOf } from '../../../server/limits/call-limits.ts';
import { answerOf } from '../../support/solve-challenge.ts';
import { openShop } from '../support/open-shop.ts';
import { createTestApp, type TestClient } from '../support/test-app.ts';

type MountedName = AnyCallName;
const calls: Record<MountedName, CallShape> = allCalls;
const names = Object.keys(calls) as MountedName[];
const concert = 'konser-senja-jakarta';
const minute = 60;
type Pairs = readonly (readonly [calls: number, seconds: number])[];
const ofAccount = (...account: Pairs) => ({ account });
const ofHost = (...host: Pairs) => ({ host });
const asking = (...host: Pairs) => ({ host, asks: true });
/** Numbers of §17.30 and §17.31, written out so that the table of the server cannot grade itself. */
const expected: Partial<
  Record<MountedName, { readonly host?: Pairs; readonly account?: Pairs; readonly asks?: boolean }>
> = {
  login: asking([600, minute]),
  changePhoto: ofAccount([10, minute]),
  register: asking([30, minute]),
  generateOtp: asking([300, minute]),
  forgotPassword: asking([30, minute]),
  resetPassword: asking([60, minute]),
  sendContact: asking([30, 24 * 60 * minute]),
  googleUrl: ofHost([600, minute]),
  eventSearch: ofHost([3_000, minute]),
  orderPreview: ofAccount([10, minute], [60, minute]),
  joinQueue: ofAccount([6, minute]),
  setTurnPush: ofAccount([10, minute]),
  joinWaitingList: ofAccount([6, minute]),
  leaveWaitingList: ofAccount([6, minute]),
  createDraft: ofAccount([10, minute]),
  createPayment: ofAccount([5, minute]),
  voidPayment: ofAccount([5, minute]),
  askOrderRefund: ofAccount([6, minute]),
  keepTickets: ofAccount([6, minute]),
  offerTransfer: ofAccount([20, minute]),
  saveLaterForms: ofAccount([20, minute]),
  checkRefundAccount: ofHost([60, 60 * minute]),
  giveRefundAccount: ofHost([60, 60 * minute]),
  paymentStatus: ofAccount([12, minute]),
  gateEvent: ofHost([1_200, minute]),
  gateNews: ofHost([3_000, minute]),
  gateScans: ofHost([6_000, minute]),
  staffSignIn: ofHost([30, minute]),
  readInvitation: ofHost([60, minute]),
  acceptInvitation: ofHost([30, minute]),
};

const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' };
const app = await openShop({ env, events: [concert] }, null);
let network = 0;
beforeEach(() => {
  network += 1;
});

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

/** The routes of a server, from Fastify's printed tree. */
function routesOf(printed: string): string[] {
  const parents: string[] = [];
  return printed
    .split('\n')
    .flatMap((line) => {
      const [, indent, part = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \((.*)\))?$/.exec(line) ?? [];
      if (indent === undefined) return [];
      const depth = indent.length / 4;
      parents[depth] = (parents[depth - 1] ?? '') + part;
      return (methods ?? '').split(', ').map((method) => `${method} ${parents[depth]}`);
    })
    .filter((route) => /^[A-Z]+ /.test(route));
}

test('every route stands under a limit of its network', async () => {
  const spent: string[] = [];
  const none = {
    spend: async (key: string) => spent.push(key),
    prepare() {},
    giveBack() {},
    clear() {},
  };
  const full = await createTestApp({
    env: { RATE_LIMITS: 'on' },
    events: 'none',
    overrides: { limits: { ...app.services.limits, budgets: none } },
  });
  await full.fastify.ready();
  const routes = routesOf(full.fastify.printRoutes({ commonPrefix: false }));
  expect(routes.length).toBeGreaterThan(names.length);
  const challenged = names.filter((name) => limitsOf(name, calls[name]).challenges);
  const challengedPaths = challenged.flatMap((name) =>
    [calls[name], ...(calls[name].aliases ?? [])].map(({ path }) => apiRoot + path),
  );
  for (const route of [...routes, 'GET /tidak-ada', 'POST /api/tidak-ada', 'DELETE /event/x']) {
    const [method = '', path = ''] = route.split(' ');
    if (challengedPaths.includes(path)) continue;
    const { statusCode } = await full.fastify.inject({
      method: method as 'GET',
      url: path.replace(/:\w+|\*/g, 'x'),
      headers: { 'x-requested-with': 'roetix', 'sec-fetch-site': 'same-origin' },
    });
    expect([route, statusCode]).toEqual([route, 429]);
  }
  await full.close();
});

describe('by network (§17.30)', () => {
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
    const registers = async (index: number, last: number, headers = {}) =>
      (await ask(app.anonymous(), 'register', address(last), person(index), headers)).status;
    expect(await registers(31, 1, proof)).toBe(428);
    expect(await registers(30, 1, proof)).toBe(200);
    expect(await registers(32, 2)).toBe(200);
    await app.advance(60);
    expect(await registers(33, 1)).toBe(200);
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
    const asks = async (from: string, body: object) =>
      (await ask(app.anonymous(), 'forgotPassword', from, body)).status;
    const body = (index: number) => ({ email: `lupa-${network}-${index}@contoh.id` });
    for (let index = 0; index < 30; index += 1) {
      expect(await asks(`198.51.100.${index}, ${address(7)}`, body(index))).toBe(200);
    }
    expect(await asks(`198.51.100.99, ${address(7)}`, body(30))).toBe(428);
    expect(await asks(address(8), body(31))).toBe(200);
    // What cannot be read is refused before it is counted.
    expect(await asks(address(7), {})).toBe(422);
  });

  test.each([
    [{ RATE_LIMITS: 'on', ADDRESS_LIMIT_FACTOR: '2' }, 60],
    [{ RATE_LIMITS: 'off' }, Number.POSITIVE_INFINITY],
  ])('with %j an address may ask for %d codes a minute', async (env, most) => {
    const other = await createTestApp({ env, events: 'none' });
    for (let index = 0; index < 61; index += 1) {
      const body = { email: `lupa-${index}@contoh.id` };
      const { status } = await other.anonymous().call(appCalls.forgotPassword, { body });
      expect([index, status]).toEqual([index, index < most ? 200 : 428]);
    }
    await other.close();
  });
});

describe('by account (§17.31)', () => {
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
      const asks = (who: TestClient, last: number) => ask(who, name, address(last), bodies[name]);
      const words = 'Too many requests';
      for (let index = 0; index < count; index += 1) {
        expect((await asks(one, index + 1)).body.message).not.toContain(words);
      }
      const refused = await asks(one, 200);
      expect(refused.status).toBe(429);
      expect(refused.body.message).toContain(words);
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(seconds);
      expect((await asks(other, 1)).body.message).not.toContain(words);
      await app.advance(wait);
      expect((await asks(one, 200)).body.message).not.toContain(words);
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
});
