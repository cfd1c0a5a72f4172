import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { refundTaskOf } from '../../../../scripts/operator/refund-args.ts';
import { advanceRefund, refundLifecycle } from '../../../../server/domain/lifecycle/refund.ts';
import { type RefundTerms, refundableOf } from '../../../../server/domain/refund/policy.ts';
import { refundsOf } from '../../../../server/domain/refund/refund-rows.ts';
import {
  type PaymentGateway,
  type PayoutState,
  type Payouts,
  RefundRefused,
} from '../../../../server/gateway/gateway.ts';
import { oneBuyer, openShop, replaceParts, setEvent, withParts } from '../../support/open-shop.ts';
import { enter } from '../../support/paid-tickets.ts';
import {
  cancelEvent,
  offerEverything,
  operateRefund,
  paidOrder,
  rowOf,
  subjectsTo,
} from '../../support/payment-rows.ts';
import {
  beginPayment,
  concert,
  holdSeats,
  party,
  payerDoes,
  paymentOf,
  payTimeEnds,
  theatre,
} from '../../support/purchase.ts';
import { notify } from '../../support/signed-notification.ts';

const halfBefore = { steps: [{ daysBefore: 1, percent: 50 }], fee: 1_000 };

const app = await openShop({ events: [concert, party, theatre] }, { operator: true });
const { db, clock, mailer, gateways } = app.services;
const gateway = gateways.of('simulated');
const setPolicy = () =>
  db.query('update events set refund_policy = $1::jsonb', [JSON.stringify(halfBefore)]);
await setPolicy();

type Paid = Awaited<ReturnType<typeof paidOrder>>;
const paid = (slug = theatre, method = 'qris') => paidOrder(app, slug, method);
const operate = (line: string) => operateRefund(app, line);
const giveBack = async (code: string, amount: number) => {
  await operate(`ask ${code} ${amount}`);
  await operate(`approve ${code}`);
};
const row = ({ payment }: Paid) => rowOf(app, payment);
const stateOf = async (order: Paid) => (await row(order)).refund;
/** What the platform lost beside what it owed, as its ledger has it. */
const lossesOf = async (paymentId: string) => {
  const rows = await db.query<{ amount: number }>(
    `select amount from ledger_entries where payment_id = $1 and act = 'corrected' and party = 'gateway'`,
    [paymentId],
  );
  return rows.map(({ amount }) => amount);
};

describe('what a policy gives back of a ticket (§13.4)', () => {
  const starts_at = new Date('2027-03-01T12:00:00Z');
  const steps = [
    { daysBefore: 7, percent: 50 },
    { daysBefore: 14, percent: 100 },
  ];
  const time_zone = 'Asia/Jakarta';
  const terms = { refund_policy: { steps, fee: 5_000 }, offer: null, starts_at, time_zone };
  const always = (percent: number, fee: number) => ({
    ...terms,
    refund_policy: { steps: [{ daysBefore: 0, percent }], fee },
  });
  const ticket = {
    price: 100_000,
    discount: 0,
    tax: 10_000,
    fees: 5_000,
    method_fee: 7,
    paid: 115_007,
  };
  const daysBefore = (days: number) => new Date(starts_at.getTime() - days * 86_400_000);
  const offered = (until: Date | null) => ({ ...terms, refund_policy: null, offer: { until } });

  it.each<[number, RefundTerms, number]>([
    [20, { ...terms, refund_policy: null }, 0],
    // A fee above what would go back is not taken from the other tickets.
    [20, always(1, 5_000), 0],
    [-1, always(100, 0), 0],
    [3, offered(daysBefore(2)), 115_007],
    [1, offered(daysBefore(2)), 0],
    [1, offered(null), 115_007],
  ])('%d days before the show', (days, given, amount) => {
    expect(refundableOf(ticket, given, daysBefore(days))).toBe(amount);
  });

  it.each([
    ['Asia/Jakarta', '+07:00'],
    ['Asia/Makassar', '+08:00'],
    ['Asia/Jayapura', '+09:00'],
  ])('counts the days on the calendar of %s', (zone, offset) => {
    const local = (wall: string) => new Date(`2027-${wall}${offset}`);
    const given = { ...terms, starts_at: local('03-08T19:00'), time_zone: zone };
    const moments = ['02-22T23:59:59.999', '02-23T00:00', '03-01T23:59:59.999', '03-02T00:00'];
    const amounts = moments.map((wall) => refundableOf(ticket, given, local(wall)));
    expect(amounts).toEqual([105_000, 50_000, 50_000, 0]);
    const untilStart = { ...always(100, 0), starts_at: given.starts_at, time_zone: zone };
    const last = ['03-08T18:59:59.999', '03-08T19:00'];
    const kept = last.map((wall) => refundableOf(ticket, untilStart, local(wall)));
    expect(kept).toEqual([110_000, 0]);
  });
});

describe('a refund (§13.3)', () => {
  it('by the policy of the order: half of the price goes back, the tickets are void, the rest is kept', async () => {
    const order = await paid();
    const { buyer, payment, code } = order;
    // A later policy does not touch the order.
    await setEvent(app, theatre, 'refund_policy = null');
    // Two tickets at one price.
    const half = 2 * (Math.floor((payment.amount - payment.service_fee) / 2 / 2) - 1_000);
    expect(await operate(`ask ${code}`)).toEqual([
      expect.stringContaining(`Rp${half} for ${code}`),
    ]);
    expect((await paymentOf(buyer, theatre)).refund).toBeNull();
    await expect(operate(`ask ${code}`)).rejects.toThrow('is asked already');
    await operate(`approve ${code}`);
    const done = { refund: 'done', amount: half, payment: 'refunded', order: 'refunded', valid: 0 };
    expect(await row(order)).toMatchObject({ ...done, kept: payment.amount - half });
    const shown = { amount: half, status: 'done' };
    expect((await paymentOf(buyer, theatre)).refund).toMatchObject(shown);
    const letters = await subjectsTo(app, buyer);
    expect(letters.slice(1)).toEqual(['Pengembalian dana disetujui', 'Pengembalian dana selesai']);
    // The gateway's own notification of the part changes nothing.
    await notify(app, payment, { status: 'partial_refund', amount: half });
    expect(await subjectsTo(app, buyer)).toEqual(letters);
    expect(await operate('list')).toEqual(['No refund is open.']);
    await setPolicy();
  });

  it('of a part that waits becomes one of everything once the organiser offers that', async () => {
    const order = await paid();
    const { buyer, params } = order;
    const { amount } = order.payment;
    const ask = async (expected: number) =>
      (await buyer.call(calls.askOrderRefund, { params, body: { expected } })).body;
    const read = async () => (await buyer.call(calls.orderRefund, { params })).body.data;
    const { askable: part } = await read();
    const waiting = { state: 'asked', amount: part };
    expect((await ask(part)).data.refund).toMatchObject(waiting);
    expect(await ask(part)).toMatchObject({ code: 'refundBegun' });
    await offerEverything(app, theatre, true);
    expect(await read()).toMatchObject({ askable: amount, refund: waiting });
    expect(await ask(part)).toMatchObject({ code: 'refundAmountChanged' });
    expect((await ask(amount)).data.refund).toMatchObject({ state: 'approved', amount });
    expect(await ask(amount)).toMatchObject({ code: 'refundBegun' });
    await offerEverything(app, theatre, false);
    await app.tick();
    expect(await row(order)).toMatchObject({ refund: 'done', amount });
  });

  it('of a transfer goes to a bank account, which is asked for again when it is wrong (§7.100)', async () => {
    const order = await paid(theatre, 'bca');
    const { buyer, payment, code } = order;
    await giveBack(code, payment.amount);
    const asked = { refund: 'accountAsked', payment: 'refund_due', valid: 0, account: null };
    expect(await row(order)).toMatchObject(asked);
    await expect(operate(`account ${code} BCA 12-34 Siti`)).rejects.toThrow('5 to 20 digits');
    await operate(`account ${code} BCA 1234567890 Siti Aminah`);
    expect(await operate('list')).toEqual([
      expect.stringMatching(/accountGiven .* bca 1234567890 Siti Aminah$/),
    ]);
    await operate(`wrong-account ${code}`);
    await app.tick();
    await app.advance(20);
    expect(await row(order)).toMatchObject(asked);
    await operate(`account ${code} BRI 0987654321 Siti Aminah`);
    await operate(`paid ${code} TRF-1`);
    const sent = { amount: payment.amount, reference: 'TRF-1', account: null, kept: 0, valid: 0 };
    const done = { refund: 'done', payment: 'refunded', order: 'refunded' };
    expect(await row(order)).toMatchObject({ ...sent, ...done });
    expect((await subjectsTo(app, buyer)).slice(1)).toEqual([
      'Pengembalian dana disetujui',
      'Rekening untuk pengembalian dana',
      'Rekening untuk pengembalian dana',
      'Pengembalian dana selesai',
    ]);
  });

  it('is paid out once by a gateway that can, asked for again after a wrong account, and by hand after any other failure (§13.34)', async () => {
    const sent: string[] = [];
    const states: PayoutState['status'][] = ['accountWrong', 'running', 'sent', 'failed'];
    const payouts: Payouts = {
      holderOf: async () => 'SITI',
      find: async () => null,
      send: async ({ id }) => {
        sent.push(id.replace(/^.*-payout-/, ''));
        // As a process that is killed before it has read the response.
        if (sent.length === 3) throw new Error('killed');
        return { status: states.shift() ?? 'sent', reference: 'PO-1' };
      },
    };
    Object.assign(gateway, { payouts });
    const order = await paid(theatre, 'bca');
    const { buyer, code, params } = order;
    await giveBack(code, 7_000);
    const { refund } = (await buyer.call(calls.orderRefund, { params })).body.data;
    const given = await app.anonymous().call(calls.giveRefundAccount, {
      params: { token: refund?.account_token ?? '' },
      body: { bank: 'bca', number: '12345', holder: 'Siti' },
    });
    expect(given.body.data.state).toBe('given');
    for (let turn = 0; turn < 3; turn += 1) await app.advance(20);
    expect(await row(order)).toMatchObject({ refund: 'accountAsked', account: null });
    await operateRefund(app, `account ${code} bca 67890 Siti`, false);
    for (const state of ['payingOut', 'payingOut', 'done']) {
      await app.advance(30);
      expect(await stateOf(order)).toBe(state);
    }
    expect(sent).toEqual(['1', '2', '2', '2']);
    // Days later the bank sends it back.
    await app.advance(2 * 86_400);
    expect(await row(order)).toMatchObject({ refund: 'done', payment: 'refunded' });
    Object.assign(payouts, { find: async () => ({ status: 'accountWrong', reference: null }) });
    await app.advance(6 * 3_600 + 1);
    const again = { payment: 'refund_due', order: 'cancelled', amount: 7_000 };
    expect(await row(order)).toMatchObject(again);
    await app.advance(20);
    expect(await stateOf(order)).toBe('accountAsked');
    await operate(`paid ${code} TRF-8`);
    expect(await row(order)).toMatchObject({
      refund: 'done',
      reference: 'TRF-8',
      order: 'refunded',
    });
    const withAccount = async () => {
      const other = await paid(theatre, 'bca');
      await giveBack(other.code, 7_000);
      await operateRefund(app, `account ${other.code} bca 12345 Siti`, false);
      await app.advance(20);
      return other;
    };
    const failed = await withAccount();
    await app.advance(20);
    expect(sent).toEqual(['1', '2', '2', '2', '1']);
    expect(await operate('list')).toEqual([expect.stringMatching(/accountGiven .*12345 Siti/)]);
    await operate(`paid ${failed.code} TRF-9`);
    // The bank takes the whole payment back while a payout is under way.
    states.push('running');
    const taken = await withAccount();
    expect(await stateOf(taken)).toBe('payingOut');
    await payerDoes(app, taken.payment.id, 'reversal');
    expect(await stateOf(taken)).toBe('done');
    // It is not sent again, and found where it arrives.
    const sentBefore = sent.length;
    Object.assign(payouts, { find: async () => ({ status: 'sent', reference: 'PO-2' }) });
    for (let turn = 0; turn < 2; turn += 1) await app.advance(6 * 3_600 + 1);
    expect(sent).toHaveLength(sentBefore);
    expect(await lossesOf(taken.payment.id)).toEqual([-7_000]);
    Reflect.deleteProperty(gateway, 'payouts');
  });

  it('that the gateway refuses for good, or for a day, goes to a bank account; one without an answer does not', async () => {
    const [never, refused, lost] = [await paid(), await paid(), await paid()];
    const refusing: Pick<PaymentGateway, 'refund'> = {
      refund: async ({ paymentId }) => {
        if (paymentId === lost.payment.id) throw new Error('no answer');
        throw new RefundRefused('no', paymentId === never.payment.id);
      },
    };
    await withParts(gateway, refusing, async () => {
      for (const { code } of [never, refused, lost]) await giveBack(code, 5_000);
      expect(await stateOf(never)).toBe('accountAsked');
      await app.advance(23 * 3_600);
      expect(await stateOf(refused)).toBe('owed');
      await app.advance(3_600);
      expect([await stateOf(refused), await stateOf(lost)]).toEqual(['accountAsked', 'owed']);
    });
    await app.advance(1_800);
    expect(await stateOf(lost)).toBe('done');
  });

  it('waits for the hours of the gateway, and goes to a bank account once its days are over', async () => {
    const { methods } = gateway;
    const closing = (withinDays: number | null) => ({
      methods: methods.map((method) => ({
        ...method,
        refund: { by: 'api' as const, withinDays, closed: ['00:00', '24:00'] as const },
      })),
    });
    const order = await paid();
    const restore = replaceParts(gateway, closing(null));
    await giveBack(order.code, 5_000);
    await app.advance(20);
    expect(await stateOf(order)).toBe('owed');
    Object.assign(gateway, closing(0));
    await app.advance(60);
    expect(await stateOf(order)).toBe('accountAsked');
    restore();
    await operate(`paid ${order.code} TRF-3`);
  });

  /** A tick that is broken off between the undone sale and the way of the money. */
  async function brokenTick(): Promise<void> {
    const { methods: value } = gateway;
    const get = () => {
      throw new Error('killed');
    };
    Object.defineProperty(gateway, 'methods', { configurable: true, get });
    await app.tick();
    Object.defineProperty(gateway, 'methods', { configurable: true, writable: true, value });
  }

  it.each([
    ['asked', ['ask']],
    ['refused', ['ask', 'refuse']],
    ['approved', ['ask', 'approve']],
    ['owed', ['ask', 'approve', 'broken tick']],
    ['accountAsked', ['ask', 'approve', 'tick', 'tick']],
    ['accountGiven', ['ask', 'approve', 'tick', 'tick', 'account']],
  ])('that is %s ends when a bank takes the money back', async (state, steps) => {
    const order = await paid(theatre, 'bca');
    const { buyer, payment, code } = order;
    const lines: Record<string, string> = {
      ask: `ask ${code} 9000`,
      refuse: `refuse ${code} Sudah lewat`,
      approve: `approve ${code}`,
      account: `account ${code} BCA 12345 Siti`,
    };
    for (const step of steps) {
      if (step === 'tick') await app.tick();
      else if (step === 'broken tick') await brokenTick();
      // No server runs that would go on at once.
      else await operateRefund(app, lines[step] ?? '', false);
    }
    if (state === 'refused') {
      expect((await subjectsTo(app, buyer)).at(-1)).toBe('Pengembalian dana tidak disetujui');
      expect((await row(order)).valid).toBe(2);
    }
    expect(await stateOf(order)).toBe(state);
    await payerDoes(app, payment.id, 'reversal');
    const all = { refund: 'done', amount: payment.amount, valid: 0, kept: 0 };
    expect(await row(order)).toMatchObject(all);
    await expect(operate(`approve ${code}`)).rejects.toThrow('not asked for: it is done');
  });

  it('is owed in full once the event is cancelled, whatever was asked for before', async () => {
    const orders: Paid[] = [];
    for (let count = 0; count < 4; count += 1) orders.push(await paid(concert));
    const [asked, refused, approved] = orders as [Paid, Paid, Paid];
    for (const { code } of [asked, refused, approved]) await operate(`ask ${code} 1000`);
    await operate(`refuse ${refused.code} Tidak`);
    const [waiting] = await refundsOf(db, approved.payment.id);
    // Approved by a process that ended before it undid the sale.
    await db.tx((tx) => advanceRefund(tx, waiting!, 'approved', { at: clock.now() }));
    await cancelEvent(app, concert);
    await app.tick();
    await app.advance(20);
    for (const order of orders) {
      const { amount } = order.payment;
      const all = { refund: 'done', amount, order: 'refunded', kept: 0 };
      expect(await row(order)).toMatchObject(all);
      const subjects = await subjectsTo(app, order.buyer);
      expect(subjects.filter((subject) => / dibatalkan/.test(subject))).toHaveLength(1);
    }
  });

  it('of every order of a cancelled event goes back once, although each step fails at times', async () => {
    const orders: Paid[] = [];
    for (const method of ['qris', 'gopay', 'bca', 'dana', 'mandiri', 'ovo']) {
      orders.push(await paid(party, method));
    }
    await cancelEvent(app, party);
    const { enqueue } = mailer;
    const { refund: send } = gateway;
    // As a process that is killed in a transaction, or after the gateway has sent the money and before that is written down.
    let turn = 0;
    const failsAtTimes = () => {
      turn += 1;
      // Never in step with the jobs, which come several at once.
      if (Math.sin(turn) > -0.2) throw new Error('killed');
    };
    const restoreMailer = replaceParts(mailer, {
      enqueue: async (...given: Parameters<typeof enqueue>) => {
        await enqueue(...given);
        failsAtTimes();
      },
    });
    const restore = replaceParts(gateway, {
      refund: async (...given: Parameters<typeof send>) => {
        const reference = await send(...given);
        failsAtTimes();
        return reference;
      },
    });
    const isSent = async (order: Paid) =>
      ['done', 'accountAsked'].includes((await stateOf(order)) ?? '');
    for (let run = 0; run < 100; run += 1) {
      await app.advance(1_800);
      if ((await Promise.all(orders.map(isSent))).every(Boolean)) break;
    }
    restoreMailer();
    restore();
    for (const order of orders) {
      const { payment_method, amount } = order.payment;
      const isTransfer = ['bca', 'mandiri'].includes(payment_method);
      const refund = isTransfer ? 'accountAsked' : 'done';
      expect(await row(order)).toMatchObject({ refund, amount, valid: 0, kept: 0 });
      expect((await subjectsTo(app, order.buyer)).slice(1)).toEqual([
        expect.stringContaining('dibatalkan'),
        isTransfer ? 'Rekening untuk pengembalian dana' : 'Pengembalian dana selesai',
      ]);
    }
  });

  it('is asked again after it was refused, and for no more than was paid', async () => {
    const order = await paid();
    const { payment, code } = order;
    const { amount, id } = payment;
    await expect(operate(`ask ${code} ${amount + 1}`)).rejects.toThrow(`At most Rp${amount}`);
    await operate(`ask ${code} 1000`);
    await operate(`refuse ${code} Tidak`);
    await giveBack(code, 2_000);
    expect(await row(order)).toMatchObject({ refund: 'done', amount: 2_000 });
    await expect(operate(`approve ${id}`)).rejects.toThrow('it is done');
    await expect(operate('ask RTX-NONE')).rejects.toThrow(
      'No payment was received for the order RTX-NONE',
    );
  });

  it('does not go out if somebody entered between its approval and the undoing of its sale', async () => {
    const order = await paid();
    const [ticket = ''] = (await paymentOf(order.buyer, theatre)).ticket_ids;
    await operate(`ask ${order.code}`);
    await app.advance(60);
    await operateRefund(app, `approve ${order.code}`, false);
    await enter(app, ticket);
    await app.tick();
    expect(await row(order)).toMatchObject({ refund: 'asked', payment: 'completed', valid: 2 });
    await expect(operate(`approve ${order.code}`)).rejects.toThrow('entered');
  });

  it('of money that cannot be kept falls due at once; money back of its own begins and ends it (§13.36)', async () => {
    const [late, quick] = [await oneBuyer(app), await oneBuyer(app)];
    const gone = await beginPayment(app, late, theatre, 1);
    await payTimeEnds(app);
    await holdSeats(app, quick, theatre, 3);
    await payerDoes(app, gone.id, 'settlement');
    expect(await rowOf(app, gone)).toMatchObject({ refund: 'done', kept: 0 });
    const order = await paid();
    await payerDoes(app, order.payment.id, 'chargeback');
    expect(await row(order)).toMatchObject({ refund: 'done', kept: 0 });
  });

  it('has taken every step of its chart by now', async () => {
    const rows = await db.query<{ step: string }>(
      `select distinct coalesce(status_before, '–') || ' ' || action || ' ' || status_after as step from audit_log where object like 'refund:%'`,
    );
    const taken = new Set(rows.map(({ step }) => step));
    const charted = refundLifecycle.steps.map(
      ({ from, to, audit }) => `${from ?? '–'} refund.${audit} ${to}`,
    );
    expect(charted.filter((step) => !taken.has(step))).toEqual([]);
  });
});

it.each([
  '',
  'ask',
  'ask RTX-1 0',
  'goodwill RTX-1',
  'refuse RTX-1',
  'account RTX-1 BCA 1',
  'list x',
  'send RTX-1',
])('a command line %j is not understood', (line) => {
  expect(refundTaskOf(line.split(' ').filter((word) => word !== ''))).toBeNull();
});
