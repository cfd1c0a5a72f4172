// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf, CallShape } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import { demoCode } from '../../../src/sample/demo/account.ts';
import { demoAccounts } from '../../../src/sample/demo/state.ts';
import { answered, demoWorld, type Given, memoryShelf, ticketsOf } from './demo-world.ts';

let world: ReturnType<typeof demoWorld>;
beforeEach(() => {
  world = demoWorld();
});
afterEach(() => world.close());

describe('every call of the contract (§16.40)', () => {
  it('gets a valid response, in the order of a purchase', async () => {
    const { params } = world;
    const seen = new Set<CallName>();
    async function check<N extends CallName>(
      name: N,
      given: Given = {},
    ): Promise<AnswerOf<(typeof calls)[N]>> {
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
      // The response has no field outside the contract.
      expect(call.answer.safeParse(body.data), name).toEqual({ success: true, data: body.data });
      if (call.paginated) expect(body.pagination, name).toBeDefined();
      return body.data as never;
    }
    async function refused(name: CallName, status: number, code: string, given: Given = {}) {
      expect(await world.refusal(name, given), name).toMatchObject({ status, code });
      seen.add(name);
    }
    const email = 'rina@contoh.id';
    const person = { firstName: 'Rina', lastName: 'Coba', phoneNumber: '081234567890' };

    await check('featuredEvents');
    await check('promoEvents');
    await check('eventList');
    await check('eventSearch');
    await check('provinces', { params: { countryId: '1' }, query: { include: 'country' } });
    await check('eventDetail', { params });
    await check('seatmapCategories', { params });
    await check('register', { body: { ...person, email, password: 'rahasia123' } });
    await check('generateOtp');
    await check('otpStatus');
    await check('validateOtp', { body: { otp: demoCode } });
    await check('logout');
    world.pass(60);
    await check('forgotPassword', { body: { email } });
    await check('resetPassword', { body: { email, otp: demoCode, password: 'rahasia456' } });
    await check('login', { body: { email, password: 'rahasia456' } });
    await check('googleCompleteProfile', { body: { phone_number: '081234567891' } });
    await check('updateProfile', {
      body: { ...person, lastName: 'Baru', phoneNumber: '081234567892' },
    });
    expect(await check('me')).toMatchObject({ name: 'Rina Baru', phoneNumber: '+6281234567892' });
    const photo = await check('changePhoto', { body: { image: 'UklGRg==' } });
    expect(await check('profilePhoto')).toEqual(photo);
    await check('legalText', { params: { document: 'terms' } });

    await check('joinQueue', { params });
    await check('queueLine', { params });
    world.pass(3);
    await check('session');
    const forms = await check('eventForms', { params });
    const seats = await world.freeSeats(2);
    await check('orderPreview', { params, body: { seats, voucher_code: 'hemat10' } });
    await check('createDraft', { params, body: { seats } });
    await check('cancelDraft', { params });
    const tickets = ticketsOf(await check('createDraft', { params, body: { seats } }));
    await check('readDraft', { params });
    await check('submitForms', { params, body: { form_submissions: answered(forms, tickets) } });
    await check('paymentMethods', { params });
    const pay = (payment_method_code: string) =>
      check('createPayment', { params, body: { payment_method_code } });
    const first = (await pay('dana')).payment;
    const given = await check('voidPayment', { params, body: { payment_id: first.id } });
    expect(given.payment).toMatchObject({ status: 'failed', can_change: true });
    expect(await check('session')).toMatchObject({ session: { state: 'payment_selection' } });
    // A further method has the deadline of the first.
    expect((await pay('qris')).payment.expires_at).toBe(first.expires_at);
    world.pass(8);
    const { payment } = await check('paymentStatus', { params });
    const [id = ''] = payment.ticket_ids;

    await check('myTickets');
    await check('myEventTickets', { params: { eventId: params.slug } });
    await check('eTicket', { params: { id } });
    expect(await world.data('eTicket', { params: { id: 'tidak-ada' } })).toBeNull();
    expect(await check('eTicketHtml', { params: { id } })).toContain('CONTOH');
    expect(await check('ticketPdf', { params: { id } })).toMatch(
      /^%PDF-1\.4\n[\s\S]*\(CONTOH\) Tj[\s\S]*%%EOF\n$/,
    );
    const whole = String(await check('eventTicketsPdf', { params: { eventId: params.slug } }));
    expect(whole.match(/\/Type \/Page /g)).toHaveLength(2);
    expect(whole).toContain('/Count 2');
    const { address } = await check('documentLink', { body: { event: params.slug } });
    expect(address).toBe(`data:application/pdf;base64,${btoa(whole)}`);
    const [order] = await check('purchaseHistory');
    const orderCode = order?.transaction_id ?? '';
    expect(await check('invoicePdf', { params: { orderCode } })).toContain('(Invoice) Tj');
    await check('laterForms', { params: { orderCode } });
    await check('saveLaterForms', { params: { orderCode }, body: { form_submissions: {} } });
    await check('orderRefund', { params: { orderCode } });
    await check('exitSession');
    expect(await check('waitingList', { params })).toEqual({ entry: null });
    expect(await check('leaveWaitingList', { params })).toEqual({ entry: null });
    expect(await check('setTurnPush', { body: { subscription: null } })).toEqual({ is_on: false });
    await check('queueDraws', { params });
    expect(await check('ticketTransfer', { params: { id } })).toEqual({ transfer: null });

    // No event of the demo takes tickets back, nothing sells out in it, and a demo tab has nobody to give a ticket to or to write to.
    const account = { bank: 'bca', number: '12345', holder: 'Ani' };
    const link = { params: { token: 'TIADA' } };
    const draw = { params: { ...params, kind: 'sale', name: 'abcdefgh' } };
    const message = { name: 'Rina', email, subject: 'other', message: '' };
    for (const [name, status, code, more] of [
      [
        'askOrderRefund',
        409,
        'refundUnavailable',
        { params: { orderCode }, body: { expected: 1 } },
      ],
      ['keepTickets', 409, 'refundUnavailable', { params: { orderCode }, body: { expected: 1 } }],
      ['refundAccount', 404, 'refundLinkInvalid', link],
      ['checkRefundAccount', 404, 'refundLinkInvalid', { ...link, body: account }],
      ['giveRefundAccount', 404, 'refundLinkInvalid', { ...link, body: account }],
      ['joinWaitingList', 409, 'notSoldOut', { params, body: { wanted: 1 } }],
      ['paymentReturn', 404, 'paymentNotFound', link],
      ['documentFile', 404, 'documentLinkOver', { query: { link: 'x' } }],
      ['drawList', 404, 'drawNotFound', draw],
      ['drawPlace', 404, 'drawNotFound', draw],
      ['sendContact', 500, 'internalError', { body: message }],
    ] as const)
      await refused(name, status, code, more);
    for (const [name, body, code] of [
      ['offerTransfer', {}, 'transferClosed'],
      ['withdrawTransfer', {}, 'transferEnded'],
      ['readTransfer', { token: 'x' }, 'transferNotFound'],
      ['acceptTransfer', { token: 'x', holder_name: 'Ani' }, 'transferNotFound'],
    ] as const) {
      expect(await world.refusal(name, { params: { id }, body }), name).toMatchObject({ code });
      seen.add(name);
    }
    // The demo offers no sign-in with Google, and its maps name no layout.
    for (const [name, status] of [
      ['googleUrl', 501],
      ['seatmapLayout', 404],
    ] as const) {
      const at = { params: { slug: 'konser-senja-jakarta', version: 'tidak-ada' } };
      expect((await world.raw(name, at)).status).toBe(status);
      seen.add(name);
    }
    expect([...seen].toSorted()).toEqual(Object.keys(calls).toSorted());
  });
});

describe('the mock session flow (§4.19)', () => {
  it('promotes after 3 seconds, sends a message, and expires after 15 minutes', async () => {
    const { params, stateNow, freeSeats } = world;
    await world.signIn();
    await world.data('joinQueue', { params });
    world.pass(2.9);
    expect(await stateNow()).toBe('queued');
    world.pass(0.1);
    const online = await world.data('session');
    expect(online.session).toMatchObject({ state: 'online', remaining_seconds: 900 });
    const promoted = { kind: 'queue', slug: params.slug, body: { event: 'user_promoted' } };
    expect(world.told).toMatchObject([promoted]);
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
});

describe('the stored demo', () => {
  it('survives a reload: the account, the order and its deadline', async () => {
    const shelf = memoryShelf();
    world = demoWorld(shelf);
    await world.toMethod();
    const before = await world.data('session');
    world.reload();
    expect(await world.data('session')).toEqual(before);
    expect(shelf.read()).not.toContain(demoAccounts.password);
  });
});
