import { beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { openShop } from '../support/open-shop.ts';
import {
  askDraft,
  beginPayment,
  concert,
  freeSeats,
  join,
  party,
  payerDoes,
  paymentOf,
} from '../support/purchase.ts';
import type { TestClient } from '../support/test-app.ts';

const person = {
  firstName: 'Kartikasari',
  lastName: 'Wulandhani',
  phoneNumber: '+6281287654321',
  email: 'kartika.wulandhani@uji.contoh.id',
  password: 'rahasia-besar-77',
};
const newPassword = 'rahasia-lain-88';
const from = '203.0.113.77';

const app = await openShop({ events: [concert, party] }, null);
/** Every value sent or set during the run that the log must not contain. */
const secrets = new Set<string>(Object.values(person).concat(newPassword, from));

type Texts = 'status_before' | 'status_after' | 'request_id' | 'address_prefix' | 'account_id';
type Line = { at: Date; action: string; object: string; line: string } & Record<
  Texts,
  string | null
>;
let lines: Line[];
let accountId: string;

/** The code in the newest e-mail to an address; it may be sent after the response. */
const codeFor = async (email: string) => {
  const code = await vi.waitFor(
    async () => {
      const [row] = await app.services.db.query<{ subject: string }>(
        'select subject from mails where recipient = $1 order by id desc',
        [email],
      );
      const [found] = /\d{6}/.exec(row?.subject ?? '') ?? [];
      if (found === undefined) throw new Error('No e-mail with a code has arrived.');
      return found;
    },
    { timeout: 20_000 },
  );
  secrets.add(code);
  return code;
};

/** Runs through registration, a wrong and a right code, a wrong and a right sign-in, a reset, the profile and the sign-out. */
async function liveAnAccount(): Promise<void> {
  const browser = app.anonymous();
  const { email, password } = person;
  const ask = async (work: Promise<{ status: number }>, status = 200) => {
    expect((await work).status).toBe(status);
    if (browser.cookie !== '') secrets.add(browser.cookie.split('=')[1] ?? '');
  };
  await ask(browser.call(calls.register, { body: person, from }));
  accountId = (await browser.call(calls.me)).body.data.id;
  await ask(browser.call(calls.generateOtp, { from }));
  const otp = await codeFor(email);
  const wrong = otp === '111111' ? '222222' : '111111';
  await ask(browser.call(calls.validateOtp, { body: { otp: wrong }, from }), 422);
  await ask(browser.call(calls.validateOtp, { body: { otp }, from }));
  const { firstName, lastName, phoneNumber } = person;
  await ask(
    browser.call(calls.updateProfile, { body: { firstName, lastName, phoneNumber }, from }),
  );
  await ask(browser.call(calls.logout, { from }));
  await ask(browser.call(calls.login, { body: { email, password: 'salah1234' }, from }), 401);
  const nobody = { email: 'tidak-ada@uji.contoh.id', password: 'salah1234' };
  secrets.add(nobody.email);
  await ask(browser.call(calls.login, { body: nobody, from }), 401);
  await ask(browser.call(calls.login, { body: { email, password }, from }));
  await app.services.db.query('delete from mails');
  await ask(app.anonymous().call(calls.forgotPassword, { body: { email }, from }));
  const code = await codeFor(email);
  const reset = { email, otp: code === '111111' ? '222222' : '111111', password: newPassword };
  await ask(browser.call(calls.resetPassword, { body: reset, from }), 422);
  await ask(browser.call(calls.resetPassword, { body: { ...reset, otp: code }, from }));
  const body = { phone_number: phoneNumber };
  await ask(browser.call(calls.googleCompleteProfile, { body, from }));
}

/** Runs through the queue, a removal, a cancelled draft, a purchase with its documents, and a payment that expires. */
async function buy(): Promise<void> {
  const [buyer, kicked, late] = (await app.makeBuyers(3)) as [TestClient, TestClient, TestClient];
  for (const { email } of [buyer, kicked, late]) secrets.add(email);
  const steer = async (body: object) => {
    const answer = await app.anonymous().ask('POST', `/dev/queue/${party}`, { body });
    expect(answer.status).toBe(200);
  };
  await steer({ capacity: 0 });
  await join(kicked, party);
  await steer({ capacity: 1 });
  await app.tick();
  await steer({ kick: kicked.email, reason: 'Terlalu lama' });

  await join(buyer, concert);
  expect((await askDraft(buyer, concert, await freeSeats(app, concert, 1))).status).toBe(200);
  expect((await buyer.call(calls.cancelDraft, { params: { slug: concert } })).status).toBe(200);
  const paid = await beginPayment(app, buyer, concert, 1);
  await payerDoes(app, paid.id, 'settlement');
  const [id = ''] = (await paymentOf(buyer, concert)).ticket_ids;
  expect((await buyer.ask('GET', `/api/tickets/${id}/pdf`)).status).toBe(200);
  expect((await buyer.ask('GET', `/api/e-ticket/${id}/html`)).status).toBe(200);
  const [ticket] = await app.services.db.query<{ qr_code: string; holder_name: string }>(
    'select qr_code, holder_name from tickets where id = $1',
    [id],
  );
  secrets.add(ticket!.qr_code).add(ticket!.holder_name);

  await beginPayment(app, late, concert, 1);
  await app.advance(24 * 3_600);
}

beforeAll(async () => {
  await app.services.db.query('truncate audit_log');
  await liveAnAccount();
  await buy();
  lines = await app.services.db.query<Line>(
    'select *, audit_log::text as line from audit_log order by id',
  );
});

/** Actions that the run must have left, by the acts of the checklist. */
const acts: Readonly<Record<string, readonly string[]>> = {
  'a registration, sign-in and sign-out': ['register', 'login', 'login.failed', 'logout'],
  'a code': ['otp.issue', 'otp.wrong', 'otp.prove'],
  'a new password': ['password.code', 'password.wrong', 'password.reset'],
  'the profile': ['profile.update', 'profile.complete'],
  'a place in the queue': ['session.join', 'session.promote', 'session.kicked'],
  'a draft': ['order.draft', 'order.cancel', 'order.lock', 'order.release'],
  'a payment': ['payment.create', 'payment.end'],
  'a notice of the gateway': ['payment.complete', 'order.complete', 'session.paid'],
  'a download': ['ticket.download'],
  'the hand of the organiser': ['queue.steer'],
};

describe('the audit log (§16.61)', () => {
  test.each(Object.entries(acts))('records %s', (_act, actions) => {
    const told = new Set(lines.map(({ action }) => action));
    expect(actions.filter((action) => !told.has(action))).toEqual([]);
  });

  test('records time, action and object, and for a call also its id and network', () => {
    const now = app.services.clock.now().getTime();
    for (const { at, object, action } of lines) {
      expect(at.getTime(), action).toBeLessThanOrEqual(now);
      expect(object, action).toMatch(/^[a-z]+:[\w-]+$/);
    }
    const own = lines.filter((line) => line.account_id === accountId);
    expect(own.length).toBeGreaterThan(10);
    for (const { request_id, address_prefix, action } of own) {
      expect(request_id, action).toMatch(/^[0-9a-f-]{36}$/);
      expect(address_prefix, action).toBe('203.0.113.0/24');
    }
  });

  test('records an unknown address without naming it', () => {
    const unknown = lines.filter(({ object }) => object === 'account:unknown');
    expect(unknown.map(({ action, account_id }) => [action, account_id])).toEqual([
      ['login.failed', null],
    ]);
  });

  test('records the states before and after of everything that has a state', () => {
    const moved = lines.filter(({ action }) =>
      /^(?:session|payment)\.(?!join|create)/.test(action),
    );
    expect(moved.length).toBeGreaterThan(3);
    for (const line of moved) {
      expect(line.status_before, line.action).not.toBeNull();
      expect(line.status_after, line.action).not.toBeNull();
    }
  });

  test('contains no name, number, address, password, code, token or ticket', () => {
    const whole = lines.map(({ line }) => line).join('\n');
    expect(secrets.size).toBeGreaterThan(12);
    for (const secret of secrets) expect(whole).not.toContain(secret);
    expect(whole).not.toMatch(/[\w.]+@[\w.]+\.\w/);
  });

  test.each(['update audit_log set action = action', 'delete from audit_log'])(
    'is only ever added to: the database refuses "%s"',
    async (statement) => {
      await expect(app.services.db.query(statement)).rejects.toThrow(
        'The audit log is append-only.',
      );
    },
  );
});
