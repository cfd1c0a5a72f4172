// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallShape } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import type { EventForm } from '../../../contract/forms.ts';
import type { DraftResponse, OrderPreview } from '../../../contract/order.ts';
import type { Payment } from '../../../contract/payment.ts';
import type { Seatmap } from '../../../contract/seatmap.ts';
import type { SessionResponse } from '../../../contract/session.ts';
import { demoCode } from '../../../src/sample/demo/account.ts';
import { demoAccounts } from '../../../src/sample/demo/state.ts';
import { demoWorld, memoryShelf } from './demo-world.ts';

const slug = 'contoh-konser-senja-jakarta';
const params = { slug };

let world: ReturnType<typeof demoWorld>;
beforeEach(() => {
  world = demoWorld();
});
afterEach(() => world.close());

const signIn = (email: string = demoAccounts.verified) =>
  world.data('login', { body: { email, password: demoAccounts.password } });

const stateNow = async () => ((await world.data('session')) as SessionResponse).session?.state;

async function freeSeats(count: number): Promise<string[]> {
  const map = (await world.data('seatmapCategories', { params })) as Seatmap;
  return map.seatLayout.items
    .filter(({ status }) => status === 'available')
    .slice(0, count)
    .map(({ seat_number }) => seat_number);
}

/** Valid form answers; each attendee is named after the ticket. */
function filled(forms: readonly EventForm[], draft: DraftResponse) {
  const tickets = draft.order_data.items.flatMap(({ seats }) =>
    seats.map((seat) => seat.ticket_id),
  );
  return Object.fromEntries(
    forms.map((form) => [
      form.id,
      (form.ask_all ? tickets : [null]).map((ticket) => ({
        ticket_id: ticket,
        form_data: Object.fromEntries(
          form.fields.map(({ field_key }) => [field_key, `jawab ${ticket ?? 'semua'}`]),
        ),
      })),
    ]),
  );
}

async function toOnline() {
  await signIn();
  await world.data('joinQueue', { params });
  world.pass(3);
  expect(await stateNow()).toBe('online');
}

async function toMethod(count = 2) {
  await toOnline();
  const seats = await freeSeats(count);
  const draft = (await world.data('createDraft', { params, body: { seats } })) as DraftResponse;
  const forms = (await world.data('eventForms', { params })) as EventForm[];
  const body = { form_submissions: filled(forms, draft) };
  await world.data('submitForms', { params, body });
  return { seats, draft };
}

async function toPaid() {
  const { seats } = await toMethod();
  await world.data('createPayment', { params, body: { payment_method_code: 'qris' } });
  world.pass(8);
  const { payment } = (await world.data('paymentStatus', { params })) as { payment: Payment };
  expect(payment.status).toBe('completed');
  return { payment, seats };
}

describe('every call of the contract', () => {
  it('gets a valid response, in the order of a purchase', async () => {
    const seen = new Set<CallName>();
    const check = async (name: CallName, given: Parameters<typeof world.raw>[1] = {}) => {
      const call: CallShape = calls[name];
      const response = await world.raw(name, given);
      expect(response.status, name).toBe(200);
      seen.add(name);
      if (call.file !== undefined) {
        expect(response.headers.get('content-type'), name).toContain(call.file);
        return (await response.text()) as never;
      }
      const body = (await response.json()) as {
        status: number;
        data: unknown;
        pagination?: object;
      };
      expect(body.status, name).toBe(200);
      const parsed = call.answer.safeParse(body.data);
      expect(parsed.error?.issues ?? [], name).toEqual([]);
      // The response has no field outside the contract.
      expect(parsed.data, name).toEqual(body.data);
      if (call.paginated) expect(body.pagination, name).toBeDefined();
      return body.data as never;
    };
    for (const name of ['featuredEvents', 'promoEvents', 'eventList', 'eventSearch'] as const) {
      await check(name);
    }
    await check('provinces', { params: { countryId: '1' }, query: { include: 'country' } });
    await check('eventDetail', { params });
    await check('seatmapCategories', { params });
    await check('register', {
      body: {
        firstName: 'Rina',
        lastName: 'Coba',
        phoneNumber: '081234567890',
        email: 'rina@contoh.id',
        password: 'rahasia123',
      },
    });
    await check('generateOtp');
    await check('otpStatus');
    await check('validateOtp', { body: { otp: demoCode } });
    await check('logout');
    world.pass(60);
    await check('forgotPassword', { body: { email: 'rina@contoh.id' } });
    await check('resetPassword', {
      body: { email: 'rina@contoh.id', otp: demoCode, password: 'rahasia456' },
    });
    await check('login', { body: { email: 'rina@contoh.id', password: 'rahasia456' } });
    await check('googleCompleteProfile', { body: { phone_number: '081234567891' } });
    await check('updateProfile', {
      body: { firstName: 'Rina', lastName: 'Baru', phoneNumber: '081234567892' },
    });
    expect(await check('me')).toMatchObject({ name: 'Rina Baru', phoneNumber: '+6281234567892' });
    expect(await check('changePhoto', { body: { image: 'UklGRg==' } })).toEqual(
      await check('profilePhoto'),
    );
    await check('legalText', { params: { document: 'terms' } });
    await check('joinQueue', { params });
    await check('queueLine', { params });
    world.pass(3);
    await check('session');
    const forms = (await check('eventForms', { params })) as EventForm[];
    const seats = await freeSeats(2);
    await check('orderPreview', { params, body: { seats, voucher_code: 'hemat10' } });
    await check('createDraft', { params, body: { seats } });
    await check('cancelDraft', { params });
    const draft = (await check('createDraft', { params, body: { seats } })) as DraftResponse;
    await check('readDraft', { params });
    await check('submitForms', { params, body: { form_submissions: filled(forms, draft) } });
    await check('paymentMethods', { params });
    const first = (await check('createPayment', {
      params,
      body: { payment_method_code: 'dana' },
    })) as { payment: Payment };
    const given = (await check('voidPayment', {
      params,
      body: { payment_id: first.payment.id },
    })) as { payment: Payment };
    expect(given.payment).toMatchObject({ status: 'failed', can_change: true });
    expect(await check('session')).toMatchObject({ session: { state: 'payment_selection' } });
    const second = (await check('createPayment', {
      params,
      body: { payment_method_code: 'qris' },
    })) as { payment: Payment };
    // A further method has the deadline of the first.
    expect(second.payment.expires_at).toBe(first.payment.expires_at);
    world.pass(8);
    const paid = (await check('paymentStatus', { params })) as { payment: Payment };
    await check('myTickets');
    await check('myEventTickets', { params: { eventId: slug } });
    const id = paid.payment.ticket_ids[0] ?? '';
    await check('eTicket', { params: { id } });
    const none = await world.raw('eTicket', { params: { id: 'tidak-ada' } });
    expect([none.status, (await none.json()).data]).toEqual([200, null]);
    expect(await check('eTicketHtml', { params: { id } })).toContain('CONTOH');
    const pdf = (await check('ticketPdf', { params: { id } })) as string;
    expect(pdf).toMatch(/^%PDF-1\.4\n[\s\S]*\(CONTOH\) Tj[\s\S]*%%EOF\n$/);
    const whole = (await check('eventTicketsPdf', { params: { eventId: slug } })) as string;
    expect(whole.match(/\/Type \/Page /g)).toHaveLength(2);
    expect(whole).toContain('/Count 2');
    const [order] = (await check('purchaseHistory')) as { transaction_id: string }[];
    const orderCode = order?.transaction_id ?? '';
    expect(await check('invoicePdf', { params: { orderCode } })).toContain('(Invoice) Tj');
    await check('laterForms', { params: { orderCode } });
    await check('saveLaterForms', { params: { orderCode }, body: { form_submissions: {} } });
    await check('orderRefund', { params: { orderCode } });
    // No event of the demo takes tickets back.
    for (const name of ['askOrderRefund', 'keepTickets'] as const) {
      const refused = await world.raw(name, { params: { orderCode }, body: { expected: 1 } });
      expect([refused.status, (await refused.json()).code]).toEqual([409, 'refundUnavailable']);
      seen.add(name);
    }
    for (const name of ['refundAccount', 'checkRefundAccount', 'giveRefundAccount'] as const) {
      const account = { bank: 'bca', number: '12345', holder: 'Ani' };
      const { holder: _, ...asked } = account;
      const refused = await world.raw(name, {
        params: { token: 'TIADA' },
        ...(name === 'refundAccount'
          ? {}
          : { body: name === 'giveRefundAccount' ? account : asked }),
      });
      expect([refused.status, (await refused.json()).code]).toEqual([404, 'refundLinkInvalid']);
      seen.add(name);
    }
    await check('exitSession');
    // The demo offers no sign-in with Google.
    expect((await world.raw('googleUrl')).status).toBe(501);
    seen.add('googleUrl');
    // Its maps name no layout.
    const layout = { params: { slug: 'konser-senja-jakarta', version: 'tidak-ada' } };
    expect((await world.raw('seatmapLayout', layout)).status).toBe(404);
    seen.add('seatmapLayout');
    const message = { name: 'Rina', email: 'rina@contoh.id', subject: 'other', message: '' };
    // Nothing sells out in the demo.
    for (const name of ['waitingList', 'leaveWaitingList'] as const) {
      expect(await check(name, { params })).toEqual({ entry: null });
    }
    const waited = await world.raw('joinWaitingList', { params, body: { wanted: 1 } });
    expect([waited.status, (await waited.json()).code]).toEqual([409, 'notSoldOut']);
    seen.add('joinWaitingList');
    const unheard = { body: { subscription: null } };
    expect(await check('setTurnPush', unheard)).toEqual({ is_on: false });
    await check('queueDraws', { params });
    for (const name of ['drawList', 'drawPlace'] as const) {
      const given = { ...params, kind: 'sale', name: 'abcdefgh' };
      const draw = await world.raw(name, { params: given });
      expect([draw.status, (await draw.json()).code]).toEqual([404, 'drawNotFound']);
      seen.add(name);
    }
    // There is no recipient, so the call is refused.
    const unsent = await world.raw('sendContact', { body: message });
    expect([unsent.status, (await unsent.json()).code]).toEqual([500, 'internalError']);
    seen.add('sendContact');
    const held = paid.payment.ticket_ids[0] ?? '';
    expect(await check('ticketTransfer', { params: { id: held } })).toEqual({ transfer: null });
    // A demo tab has nobody to give a ticket to.
    const link = { token: 'x' };
    for (const [name, body, code] of [
      ['offerTransfer', {}, 'transferClosed'],
      ['withdrawTransfer', {}, 'transferEnded'],
      ['readTransfer', link, 'transferNotFound'],
      ['acceptTransfer', { ...link, holder_name: 'Ani' }, 'transferNotFound'],
    ] as const) {
      const refused = await world.raw(name, { params: { id: held }, body });
      expect((await refused.json()).code, name).toBe(code);
      seen.add(name);
    }
    expect([...seen].toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it.each((Object.keys(calls) as CallName[]).filter((name) => calls[name].access !== 'public'))(
    '%s is refused to somebody who is not signed in',
    async (name) => {
      const all = { slug, eventId: slug, id: 'x', orderCode: 'x' };
      const response = await world.raw(name, {
        params: all,
        ...(calls[name].method === 'GET' ? {} : { body: {} }),
      });
      expect(response.status).toBe(401);
    },
  );
});

describe('the mock session flow (§4)', () => {
  it('promotes after 3 seconds, sends a message, and expires after 15 minutes', async () => {
    await signIn();
    await world.data('joinQueue', { params });
    expect(await stateNow()).toBe('queued');
    world.pass(2.9);
    expect(await stateNow()).toBe('queued');
    world.pass(0.1);
    const online = (await world.data('session')) as SessionResponse;
    expect(online.session).toMatchObject({ state: 'online', remaining_seconds: 900 });
    expect(world.told).toMatchObject([{ kind: 'queue', slug, body: { event: 'user_promoted' } }]);
    const [seat = ''] = await freeSeats(1);
    await world.data('createDraft', { params, body: { seats: [seat] } });
    expect(await freeSeats(200)).not.toContain(seat);
    world.pass(899);
    expect(await stateNow()).toBe('online');
    world.pass(1);
    expect(await stateNow()).toBe('expired');
    expect(await freeSeats(200)).toContain(seat);
    expect((await world.raw('readDraft', { params })).status).toBe(404);
  });

  it('allows one event at a time, and lets a buyer leave', async () => {
    await toOnline();
    const other = { slug: 'contoh-gema-kampus-surabaya' };
    expect((await world.raw('joinQueue', { params: other })).status).toBe(409);
    await world.data('exitSession');
    expect(await stateNow()).toBe('cancelled');
    await world.data('joinQueue', { params: other });
    expect(await stateNow()).toBe('queued');
  });
});

describe('an order', () => {
  it('is priced with tax and voucher; an unknown voucher is none', async () => {
    await toOnline();
    const seats = await freeSeats(1);
    const preview = async (voucher_code: string) =>
      (
        (await world.data('orderPreview', { params, body: { seats, voucher_code } })) as {
          preview: OrderPreview;
        }
      ).preview;
    expect((await preview('hemat10')).pricing_details).toEqual({
      original_price: 750_000,
      discount: 75_000,
      tax: 75_000,
      fees: [{ name: 'Pajak', kind: 'tax', percent: 10, amount: 75_000, included: false }],
      final_price: 750_000,
    });
    expect((await preview('constructor')).voucher_info?.is_valid).toBe(false);
    const bad = await world.raw('createDraft', { params, body: { seats, voucher_code: 'NIHIL' } });
    expect(bad.status).toBe(422);
    expect((await world.raw('readDraft', { params })).status).toBe(404);
  });

  it('refuses taken seats, and forms with a required answer missing', async () => {
    await toOnline();
    const map = (await world.data('seatmapCategories', { params })) as Seatmap;
    const sold = map.seatLayout.items.find(({ status }) => status === 'sold')?.seat_number;
    const taken = await world.raw('createDraft', { params, body: { seats: [sold] } });
    expect(await taken.json()).toMatchObject({
      status: 409,
      code: 'seatsTaken',
      message: 'Seats not available or already taken',
    });
    const seats = await freeSeats(1);
    await world.data('createDraft', { params, body: { seats } });
    const empty = await world.raw('submitForms', { params, body: { form_submissions: {} } });
    expect(await empty.json()).toMatchObject({
      status: 422,
      code: 'formsInvalid',
      message: 'Please fill in the required field: Nama Lengkap',
    });
    expect((await world.raw('paymentMethods', { params })).status).toBe(403);
  });

  it("settles by itself after 8 seconds, with a real-time message and one ticket per seat in the attendee's name", async () => {
    const { payment, seats } = await toPaid();
    expect(world.told.map(({ body }) => 'event' in body && body.event)).toEqual([
      'user_promoted',
      'payment_started',
      'payment_completed',
    ]);
    expect(payment.ticket_ids).toHaveLength(2);
    expect(await stateNow()).toBe('completed');
    expect(await freeSeats(200)).not.toContain(seats[0]);
    const id = payment.ticket_ids[0] ?? '';
    expect(await world.data('eTicket', { params: { id } })).toMatchObject({
      ticket: { holder_name: `jawab ${id}`, seat_number: seats[0] },
    });
    const history = await world.data('purchaseHistory');
    expect(history).toMatchObject([{ order_status: 'completed', total_price: 1_650_000 }]);
  });

  it('is not paid twice, and is cancelled when its buyer releases it', async () => {
    await toMethod();
    const pay = { params, body: { payment_method_code: 'qris' } };
    const first = await world.data('createPayment', pay);
    expect(await world.data('createPayment', pay)).toEqual(first);
    await world.data('exitSession');
    world.pass(60);
    expect(await world.data('purchaseHistory')).toMatchObject([{ order_status: 'cancelled' }]);
    expect(await world.data('myTickets')).toEqual([]);
  });
});

describe('the stored demo', () => {
  it('survives a reload: the account, the order and its deadline', async () => {
    const shelf = memoryShelf();
    world = demoWorld(shelf);
    await toMethod();
    const before = await world.data('session');
    world.reload();
    expect(await world.data('session')).toEqual(before);
    expect(shelf.read()).not.toContain(demoAccounts.password);
  });

  it.each(['', '{', '{"version":1}', '{"version":2}', '[]', 'null'])(
    '%j counts as nothing',
    async (kept) => {
      world = demoWorld(memoryShelf(kept));
      expect((await world.raw('me')).status).toBe(401);
      expect(await signIn()).toEqual({ isVerified: true });
    },
  );

  it('a forgotten password does not reveal which addresses have an account', async () => {
    const answers = [];
    for (const email of [demoAccounts.verified, 'tidak.ada@contoh.id']) {
      const answersTo = async (name: 'forgotPassword' | 'resetPassword', given: object) => {
        const response = await world.raw(name, { body: { email, ...given } });
        return [response.status, await response.json()];
      };
      const reset = { otp: '000000', password: 'rahasia456' };
      answers.push([
        await answersTo('resetPassword', reset),
        await answersTo('forgotPassword', {}),
        await answersTo('forgotPassword', {}),
        await answersTo('resetPassword', reset),
      ]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.map(([status]) => status)).toEqual([410, 200, 429, 422]);
  });

  it('a wrong password is refused, and codes are checked', async () => {
    const wrong = { email: demoAccounts.verified, password: 'salah' };
    expect((await world.raw('login', { body: wrong })).status).toBe(401);
    await signIn(demoAccounts.unverified);
    expect((await world.raw('session')).status).toBe(403);
    expect((await world.raw('validateOtp', { body: { otp: demoCode } })).status).toBe(410);
    await world.data('generateOtp');
    expect((await world.raw('generateOtp')).status).toBe(429);
    expect((await world.raw('validateOtp', { body: { otp: '000000' } })).status).toBe(422);
    await world.data('validateOtp', { body: { otp: demoCode } });
    expect(await stateNow()).toBeUndefined();
  });
});
