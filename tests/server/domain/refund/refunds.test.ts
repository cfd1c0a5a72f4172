import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { refundTaskOf } from '../../../../scripts/operator/refund-args.ts';
import { advanceRefund, refundLifecycle } from '../../../../server/domain/lifecycle/refund.ts';
import { type Refundable, refundableAmount } from '../../../../server/domain/refund/policy.ts';
import {
  type ChargeRef,
  type PayoutRequest,
  type PayoutState,
  type Payouts,
  RefundRefused,
} from '../../../../server/gateway/gateway.ts';
import { runRefundTask } from '../../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import {
  beginPayment,
  concert,
  expectSound,
  holdSeats,
  party,
  payerDoes,
  paymentOf,
  payTimeEnds,
  theatre,
} from '../../support/purchase.ts';
import { notificationBody, sendSigned } from '../../support/signed-notification.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const halfBefore = { steps: [{ daysBefore: 1, percent: 50 }], fee: 1_000 };
const dayMs = 86_400_000;

describe('what a policy gives back', () => {
  const order: Refundable = {
    amount: 115_007,
    service_fee: 7,
    total: 115_000,
    price_lines: [
      { name: 'Pajak', kind: 'tax', percent: 10, amount: 10_000, included: false },
      { name: 'Platform', kind: 'fee', percent: null, amount: 5_000, included: false },
    ],
    refund_policy: {
      steps: [
        { daysBefore: 7, percent: 50 },
        { daysBefore: 14, percent: 100 },
      ],
      fee: 5_000,
    },
    refund_until: null,
    starts_at: new Date('2027-03-01T12:00:00Z'),
  };
  const daysBefore = (days: number) => new Date(order.starts_at.getTime() - days * dayMs);

  it.each<[number, Refundable, number]>([
    [14, order, 105_000],
    [13.9, order, 50_000],
    [6.9, order, 0],
    [20, { ...order, refund_policy: null }, 0],
    [20, { ...order, refund_policy: { steps: [{ daysBefore: 0, percent: 1 }], fee: 5_000 } }, 0],
    [-1, { ...order, refund_policy: { steps: [{ daysBefore: 0, percent: 100 }], fee: 0 } }, 0],
    [3, { ...order, refund_policy: null, refund_until: daysBefore(2) }, 115_007],
    [1, { ...order, refund_policy: null, refund_until: daysBefore(2) }, 0],
  ])('%d days before the show', (days, given, amount) => {
    expect(refundableAmount(given, daysBefore(days))).toBe(amount);
  });
});

describe('a refund', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: [concert, party, theatre] });
    const policy = JSON.stringify(halfBefore);
    await app.services.db.query('update events set refund_policy = $1::jsonb', [policy]);
  });
  afterAll(() => app.close());
  afterEach(() => expectSound(app.services.db, { operator: true }));

  const refund = (line: string) => {
    const { db, clock, config } = app.services;
    const task = refundTaskOf(line.split(' '));
    if (task === null) throw new Error(`${line} is not understood`);
    return runRefundTask({ db, clock, config, live: app.services }, task);
  };
  const paid = async (slug = theatre, method = 'qris') => {
    const [buyer] = await app.makeBuyers(1);
    const payment = await beginPayment(app, buyer!, slug, 2, null, method);
    await payerDoes(app, payment.id, 'settlement');
    return { buyer: buyer!, payment, code: payment.order_code };
  };
  const rowOf = async (id: string) => {
    const [row] = await app.services.db.query(
      `select r.state, r.amount, r.reference, r.bank_account, p.status as payment, o.status as order,
         (select count(*)::int from tickets t where t.order_id = o.id and t.voided_at is null) as valid,
         (select coalesce(-sum(amount), 0)::int from ledger_entries l where l.payment_id = p.id and party not in ('gateway', 'buyer')) as kept
       from payments p join orders o on o.id = p.order_id left join refunds r on r.payment_id = p.id where p.id = $1`,
      [id],
    );
    return row!;
  };
  const lettersTo = async (email: string) =>
    (
      await app.services.db.query<{ subject: string }>(
        'select subject from mails where recipient = $1 order by id',
        [email],
      )
    ).map(({ subject }) => subject.replace(/ RTX-\S+/, ''));

  it('by the policy of the order: half of the price goes back, the tickets are void, the rest is kept', async () => {
    const { buyer, payment, code } = await paid();
    // A later policy does not touch the order.
    await app.services.db.query(`update events set refund_policy = null where slug = $1`, [
      theatre,
    ]);
    const half = Math.floor((payment.amount - payment.service_fee) / 2) - 1_000;
    expect(await refund(`ask ${code}`)).toEqual([expect.stringContaining(`Rp${half} of`)]);
    expect((await paymentOf(buyer, theatre)).refund).toBeNull();
    await expect(refund(`ask ${code}`)).rejects.toThrow('is asked already');
    await refund(`approve ${code}`);
    expect(await rowOf(payment.id)).toMatchObject({
      state: 'done',
      amount: half,
      payment: 'refunded',
      order: 'refunded',
      valid: 0,
      kept: payment.amount - half,
    });
    expect((await paymentOf(buyer, theatre)).refund).toMatchObject({
      amount: half,
      status: 'done',
    });
    const letters = await lettersTo(buyer.email);
    expect(letters.slice(1)).toEqual(['Pengembalian dana disetujui', 'Pengembalian dana selesai']);
    // The gateway's own notification of the part changes nothing.
    await sendSigned(app, notificationBody(payment, { status: 'partial_refund', amount: half }));
    expect(await lettersTo(buyer.email)).toEqual(letters);
    expect(await refund('list')).toEqual(['No refund is open.']);
    await app.services.db.query('update events set refund_policy = $1::jsonb', [
      JSON.stringify(halfBefore),
    ]);
  });

  it('of a part that waits becomes one of everything once the organiser offers that', async () => {
    const { buyer, payment, code } = await paid();
    const params = { orderCode: code };
    const ask = (expected: number) =>
      buyer.call(calls.askOrderRefund, { params, body: { expected } });
    const offer = (until: string) =>
      app.services.db.query(`update events set refund_until = ${until} where slug = $1`, [theatre]);
    const { askable: part } = (await buyer.call(calls.orderRefund, { params })).body.data;
    expect((await ask(part)).body.data.refund).toMatchObject({ state: 'asked', amount: part });
    expect((await ask(part)).body).toMatchObject({ code: 'refundBegun' });
    await offer(`timestamptz '2031-01-01'`);
    expect((await buyer.call(calls.orderRefund, { params })).body.data).toMatchObject({
      askable: payment.amount,
      refund: { state: 'asked', amount: part },
    });
    expect((await ask(part)).body).toMatchObject({ code: 'refundAmountChanged' });
    expect((await ask(payment.amount)).body.data.refund).toMatchObject({
      state: 'approved',
      amount: payment.amount,
    });
    expect((await ask(payment.amount)).body).toMatchObject({ code: 'refundBegun' });
    await offer('null');
    await app.tick();
    expect(await rowOf(payment.id)).toMatchObject({ state: 'done', amount: payment.amount });
  });

  it('of a transfer goes to a bank account, which is asked for again when it is wrong', async () => {
    const { buyer, payment, code } = await paid(theatre, 'bca');
    await refund(`ask ${code} ${payment.amount}`);
    await refund(`approve ${code}`);
    expect(await rowOf(payment.id)).toMatchObject({
      state: 'accountAsked',
      payment: 'refund_due',
      valid: 0,
    });
    await expect(refund(`account ${code} BCA 12-34 Siti`)).rejects.toThrow('5 to 20 digits');
    await refund(`account ${code} BCA 1234567890 Siti Aminah`);
    expect(await refund('list')).toEqual([
      expect.stringMatching(/accountGiven .* bca 1234567890 Siti Aminah$/),
    ]);
    await refund(`wrong-account ${code}`);
    await app.tick();
    await app.advance(20);
    expect(await rowOf(payment.id)).toMatchObject({ state: 'accountAsked', bank_account: null });
    await refund(`account ${code} BRI 0987654321 Siti Aminah`);
    await refund(`paid ${code} TRF-1`);
    expect(await rowOf(payment.id)).toEqual({
      state: 'done',
      amount: payment.amount,
      reference: 'TRF-1',
      bank_account: null,
      payment: 'refunded',
      order: 'refunded',
      valid: 0,
      kept: 0,
    });
    expect(await lettersTo(buyer.email)).toEqual([
      expect.any(String),
      'Pengembalian dana disetujui',
      'Rekening untuk pengembalian dana',
      'Rekening untuk pengembalian dana',
      'Pengembalian dana selesai',
    ]);
  });

  it('is paid out once by a gateway that can, asked for again after a wrong account, and by hand after any other failure', async () => {
    const gateway = app.services.gateways.of('simulated');
    const sent: string[] = [];
    const states: PayoutState['status'][] = ['accountWrong', 'running', 'sent', 'failed'];
    Object.assign(gateway, {
      payouts: {
        holderOf: async () => 'SITI',
        send: async ({ id }: PayoutRequest): Promise<PayoutState> => {
          sent.push(id.replace(/^.*-payout-/, ''));
          // As a process that is killed before it has read the response.
          if (sent.length === 3) throw new Error('killed');
          return { status: states.shift() ?? 'sent', reference: 'PO-1' };
        },
      } satisfies Payouts,
    });
    const { buyer, payment, code } = await paid(theatre, 'bca');
    await refund(`ask ${code} 7000`);
    await refund(`approve ${code}`);
    const params = { orderCode: code };
    const { refund: asked } = (await buyer.call(calls.orderRefund, { params })).body.data;
    const given = await app.anonymous().call(calls.giveRefundAccount, {
      params: { token: asked?.account_token ?? '' },
      body: { bank: 'bca', number: '12345', holder: 'Siti' },
    });
    expect(given.body.data.state).toBe('rejected');
    await app.advance(20);
    await app.advance(20);
    expect(await rowOf(payment.id)).toMatchObject({ state: 'accountAsked', bank_account: null });
    await refund(`account ${code} bca 67890 Siti`);
    for (const state of ['payingOut', 'payingOut', 'done']) {
      await app.advance(20);
      expect(await rowOf(payment.id)).toMatchObject({ state });
    }
    expect(sent).toEqual(['1', '2', '2', '2']);
    const other = await paid(theatre, 'bca');
    await refund(`ask ${other.code} 7000`);
    await refund(`approve ${other.code}`);
    await refund(`account ${other.code} bca 12345 Siti`);
    await app.advance(20);
    await app.advance(20);
    expect(sent).toEqual(['1', '2', '2', '2', '1']);
    expect(await refund('list')).toEqual([expect.stringMatching(/accountGiven .*12345 Siti/)]);
    await refund(`paid ${other.code} TRF-9`);
    // The bank takes the whole payment back while a payout is under way.
    states.push('running');
    const taken = await paid(theatre, 'bca');
    await refund(`ask ${taken.code} 7000`);
    await refund(`approve ${taken.code}`);
    await refund(`account ${taken.code} bca 12345 Siti`);
    await app.advance(20);
    expect((await rowOf(taken.payment.id)).state).toBe('payingOut');
    await payerDoes(app, taken.payment.id, 'reversal');
    expect((await rowOf(taken.payment.id)).state).toBe('done');
    Reflect.deleteProperty(gateway, 'payouts');
  });

  it('that the gateway fails stays owed, until an operator chooses a bank account or pays by hand', async () => {
    const gateway = app.services.gateways.of('simulated');
    const { refund: send } = gateway;
    const failing = async () => {
      throw new Error('no refunds at this hour');
    };
    const one = await paid();
    const other = await paid();
    Object.assign(gateway, { refund: failing });
    for (const { code } of [one, other]) {
      await refund(`ask ${code} 5000`);
      await refund(`approve ${code}`);
      await expect(refund(`account ${code} BCA 12345 Siti`)).rejects.toThrow('it is owed');
    }
    await refund(`payout ${one.code}`);
    await app.advance(20);
    expect(await rowOf(one.payment.id)).toMatchObject({ state: 'accountAsked' });
    expect(await rowOf(other.payment.id)).toMatchObject({ state: 'owed', payment: 'refund_due' });
    Object.assign(gateway, { refund: send });
    await refund(`paid ${one.code} TRF-2`);
    await app.advance(20);
    expect(await rowOf(other.payment.id)).toMatchObject({ state: 'done', amount: 5_000 });
  });

  it('that the gateway refuses for a day goes to a bank account; one without an answer does not', async () => {
    const gateway = app.services.gateways.of('simulated');
    const { refund: send } = gateway;
    const [refused, lost] = [await paid(), await paid()];
    Object.assign(gateway, {
      refund: async ({ paymentId }: ChargeRef) => {
        throw paymentId === refused.payment.id ? new RefundRefused('no') : new Error('no answer');
      },
    });
    for (const { code } of [refused, lost]) {
      await refund(`ask ${code} 5000`);
      await refund(`approve ${code}`);
    }
    await app.advance(23 * 3_600);
    expect(await rowOf(refused.payment.id)).toMatchObject({ state: 'owed' });
    await app.advance(3_600);
    expect(await rowOf(refused.payment.id)).toMatchObject({ state: 'accountAsked' });
    expect(await rowOf(lost.payment.id)).toMatchObject({ state: 'owed' });
    Object.assign(gateway, { refund: send });
    await app.advance(20);
    expect(await rowOf(lost.payment.id)).toMatchObject({ state: 'done' });
  });

  it('waits for the hours of the gateway, and goes to a bank account once its days are over', async () => {
    const gateway = app.services.gateways.of('simulated');
    const { methods } = gateway;
    const closing = (withinDays: number | null) =>
      Object.assign(gateway, {
        methods: methods.map((method) => ({
          ...method,
          refund: { by: 'api', withinDays, closed: ['00:00', '24:00'] },
        })),
      });
    closing(null);
    const { payment, code } = await paid();
    await refund(`ask ${code} 5000`);
    await refund(`approve ${code}`);
    await app.advance(20);
    expect(await rowOf(payment.id)).toMatchObject({ state: 'owed' });
    closing(0);
    await app.advance(20);
    expect(await rowOf(payment.id)).toMatchObject({ state: 'accountAsked' });
    Object.assign(gateway, { methods });
    await refund(`paid ${code} TRF-3`);
  });

  it('is refused with a reason, and money that a bank takes back ends it in any state', async () => {
    const steps: Readonly<Record<string, readonly string[]>> = {
      asked: ['ask'],
      refused: ['ask', 'refuse'],
      approved: ['ask', 'approve'],
      owed: ['ask', 'approve', 'undo'],
      accountAsked: ['ask', 'approve', 'undo', 'tick'],
      accountGiven: ['ask', 'approve', 'undo', 'tick', 'account'],
    };
    const { db, clock, config } = app.services;
    for (const [state, verbs] of Object.entries(steps)) {
      const { buyer, payment, code } = await paid(theatre, 'bca');
      for (const verb of verbs) {
        if (verb === 'undo' || verb === 'tick') {
          if (verb === 'tick' || state !== 'owed') await app.tick();
          continue;
        }
        const words = {
          ask: '9000',
          approve: '',
          refuse: 'Sudah lewat',
          account: 'BCA 12345 Siti',
        };
        const task = refundTaskOf(
          `${verb} ${code} ${words[verb as keyof typeof words]}`.trim().split(' '),
        );
        await runRefundTask({ db, clock, config, live: null }, task!);
      }
      if (state === 'refused') {
        expect((await lettersTo(buyer.email)).at(-1)).toBe('Pengembalian dana tidak disetujui');
        expect((await rowOf(payment.id)).valid).toBe(2);
      }
      if (state === 'owed') {
        const gateway = app.services.gateways.of('simulated');
        const { methods } = gateway;
        // Broken off between the undone sale and the way of the money.
        Object.defineProperty(gateway, 'methods', {
          configurable: true,
          get: () => {
            throw new Error('killed');
          },
        });
        await app.tick();
        Object.defineProperty(gateway, 'methods', {
          configurable: true,
          writable: true,
          value: methods,
        });
      }
      expect((await rowOf(payment.id)).state).toBe(state);
      await payerDoes(app, payment.id, 'reversal');
      expect(await rowOf(payment.id)).toMatchObject({
        state: 'done',
        amount: payment.amount,
        valid: 0,
        kept: 0,
      });
      await expect(refund(`approve ${code}`)).rejects.toThrow('not asked for: it is done');
    }
  });

  it('is owed in full once the event is cancelled, whatever was asked for before', async () => {
    const orders = [
      await paid(concert),
      await paid(concert),
      await paid(concert),
      await paid(concert),
    ];
    const [asked, refused, approved] = orders.map(({ code }) => code);
    for (const code of [asked, refused, approved]) await refund(`ask ${code} 1000`);
    await refund(`refuse ${refused} Tidak`);
    await app.services.db.tx(async (tx) => {
      // Approved by a process that ended before it undid the sale.
      const { id, account_id } = (
        await tx.query<{ id: string; account_id: string }>(
          `select p.id, p.account_id from payments p join orders o on o.id = p.order_id where o.order_code = $1`,
          [approved],
        )
      )[0]!;
      await advanceRefund(tx, { id, account_id, state: 'asked' }, 'approved', {
        at: app.services.clock.now(),
      });
    });
    const { db, clock } = app.services;
    await runSaleTask(
      { db, clock, live: app.services },
      { task: 'sale', verb: 'cancel', slug: concert, yes: concert },
    );
    await app.tick();
    await app.advance(20);
    for (const { payment, buyer } of orders) {
      expect(await rowOf(payment.id)).toMatchObject({
        state: 'done',
        amount: payment.amount,
        order: 'refunded',
        kept: 0,
      });
      const cancelled = (await lettersTo(buyer.email)).filter((subject) =>
        / dibatalkan/.test(subject),
      );
      expect(cancelled).toHaveLength(1);
    }
  });

  it('of every order of a cancelled event goes back once, although each step fails at times', async () => {
    const { db, clock, mailer } = app.services;
    const gateway = app.services.gateways.of('simulated');
    const methods = ['qris', 'gopay', 'bca', 'dana', 'mandiri', 'ovo'];
    const orders = [];
    for (const method of methods) orders.push(await paid(party, method));
    await runSaleTask(
      { db, clock, live: app.services },
      { task: 'sale', verb: 'cancel', slug: party, yes: party },
    );
    const { enqueue } = mailer;
    const { refund: send } = gateway;
    // As a process that is killed in a transaction, or after the gateway has sent the money and before that is written down.
    let turn = 0;
    const failsAtTimes = () => {
      turn += 1;
      if (turn % 5 < 3) throw new Error('killed');
    };
    Object.assign(mailer, {
      enqueue: async (...given: Parameters<typeof enqueue>) => {
        await enqueue(...given);
        failsAtTimes();
      },
    });
    Object.assign(gateway, {
      refund: async (...given: Parameters<typeof send>) => {
        const reference = await send(...given);
        failsAtTimes();
        return reference;
      },
    });
    for (let run = 0; run < 20; run += 1) await app.advance(20);
    Object.assign(mailer, { enqueue });
    Object.assign(gateway, { refund: send });
    for (const { payment, buyer } of orders) {
      const isTransfer = ['bca', 'mandiri'].includes(payment.payment_method);
      expect(await rowOf(payment.id)).toMatchObject({
        state: isTransfer ? 'accountAsked' : 'done',
        amount: payment.amount,
        valid: 0,
        kept: 0,
      });
      expect((await lettersTo(buyer.email)).slice(1)).toEqual([
        expect.stringContaining('dibatalkan'),
        isTransfer ? 'Rekening untuk pengembalian dana' : 'Pengembalian dana selesai',
      ]);
    }
  });

  it('is asked again after it was refused, and for no more than was paid', async () => {
    const { payment, code } = await paid();
    await expect(refund(`ask ${code} ${payment.amount + 1}`)).rejects.toThrow(
      `At most Rp${payment.amount}`,
    );
    await refund(`ask ${code} 1000`);
    await refund(`refuse ${code} Tidak`);
    await refund(`ask ${code} 2000`);
    await refund(`approve ${code}`);
    expect(await rowOf(payment.id)).toMatchObject({ state: 'done', amount: 2_000 });
    await expect(refund(`approve ${payment.id}`)).rejects.toThrow('it is done');
    await expect(refund('ask RTX-NONE')).rejects.toThrow('No money came for an order RTX-NONE');
  });

  it('of money that cannot be kept falls due at once; money back of its own begins and ends it', async () => {
    const [late, quick] = await app.makeBuyers(2);
    const gone = await beginPayment(app, late!, theatre, 1);
    await payTimeEnds(app);
    await holdSeats(app, quick!, theatre, 3);
    await payerDoes(app, gone.id, 'settlement');
    expect(await rowOf(gone.id)).toMatchObject({ state: 'done', kept: 0 });
    const { payment } = await paid();
    await payerDoes(app, payment.id, 'chargeback');
    expect(await rowOf(payment.id)).toMatchObject({ state: 'done', kept: 0 });
  });

  it('has taken every step of its chart by now', async () => {
    const taken = await app.services.db.query<{ step: string }>(
      `select distinct coalesce(status_before, '–') || ' ' || action || ' ' || status_after as step from audit_log where object like 'refund:%'`,
    );
    const charted = refundLifecycle.steps.map(
      ({ from, to, audit }) => `${from ?? '–'} refund.${audit} ${to}`,
    );
    expect([...new Set(charted)].filter((step) => !taken.some((row) => row.step === step))).toEqual(
      [],
    );
  });
});

it.each(['', 'ask', 'ask RTX-1 0', 'refuse RTX-1', 'account RTX-1 BCA 1', 'list x', 'send RTX-1'])(
  'a command line %j is not understood',
  (line) => {
    expect(refundTaskOf(line.split(' ').filter((word) => word !== ''))).toBeNull();
  },
);
