import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Payment } from '../../../../contract/payment.ts';
import { refundTaskOf } from '../../../../scripts/operator/refund-args.ts';
import { runRefundTask } from '../../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import {
  askDraft,
  askVoid,
  beginPayment,
  concert,
  expectSound,
  join,
  payerDoes,
  payTimeEnds,
  theatre,
} from '../../support/purchase.ts';
import { notificationBody, sendSigned } from '../../support/signed-notification.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [concert, theatre] });
  // Also the states that no transaction leaves behind.
  for (const sql of [
    'create table charge_steps (id serial, payment_id uuid, state text)',
    `create function note_charge() returns trigger language plpgsql as $$
     begin insert into charge_steps (payment_id, state) values (new.id, new.charge_state); return new; end $$`,
    `create trigger note_charge after insert on payments for each row execute function note_charge()`,
    `create trigger note_charge_step after update on payments for each row
     when (new.charge_state <> old.charge_state) execute function note_charge()`,
  ]) {
    await app.services.db.query(sql);
  }
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db, { operator: true }));

const begin = async (method = 'qris', slug = theatre): Promise<[TestClient, Payment]> => {
  const [buyer] = await app.makeBuyers(1);
  return [buyer!, await beginPayment(app, buyer!, slug, 1, null, method)];
};
const stepsOf = async ({ id }: Payment) => {
  const rows = await app.services.db.query<{ state: string }>(
    'select state from charge_steps where payment_id = $1 order by id',
    [id],
  );
  return rows.map(({ state }) => state).join(' ');
};
const refund = (line: string) => {
  const { db, clock, config } = app.services;
  return runRefundTask({ db, clock, config, live: app.services }, refundTaskOf(line.split(' '))!);
};
const owed = async (method = 'qris') => {
  const [, payment] = await begin(method);
  await payerDoes(app, payment.id, 'settlement');
  await refund(`ask ${payment.order_code} 5000`);
  await refund(`approve ${payment.order_code}`);
  return payment;
};
/** Runs `work` while the gateway fails every refund. */
const withoutRefunds = async (work: () => Promise<void>) => {
  const gateway = app.services.gateways.of('simulated');
  const { refund: send } = gateway;
  const fail = async () => {
    throw new Error('no refunds at this hour');
  };
  Object.assign(gateway, { refund: fail });
  await work();
  Object.assign(gateway, { refund: send });
};

describe('a charge', () => {
  it('is an intent, asked for, waited for and settled', async () => {
    const [, payment] = await begin();
    expect(await stepsOf(payment)).toBe('intent charging awaiting');
    await payerDoes(app, payment.id, 'settlement');
    expect(await stepsOf(payment)).toBe('intent charging awaiting settled');
  });

  it('is denied by the gateway, or voided for another method, while the hold lives', async () => {
    const [buyer, denied] = await begin();
    await payerDoes(app, denied.id, 'deny');
    expect(await stepsOf(denied)).toBe('intent charging awaiting denied');
    const next = await buyer.call(calls.createPayment, {
      params: { slug: theatre },
      body: { payment_method_code: 'bca' },
    });
    const { payment } = next.body.data;
    expect((await askVoid(buyer, theatre, payment.id)).status).toBe(200);
    expect(await stepsOf(payment)).toBe('intent charging awaiting voided');
    await buyer.call(calls.exitSession);
  });

  it('lapses; money that comes late is honoured, or owed back where the seats are gone', async () => {
    const [, honoured] = await begin('qris', concert);
    const [, lost] = await begin('qris', concert);
    await payTimeEnds(app);
    await payerDoes(app, honoured.id, 'settlement');
    expect(await stepsOf(honoured)).toBe('intent charging awaiting lapsed settledLate honoured');
    const [seat] = await app.services.db.query<{ seat_number: string }>(
      'select t.seat_number from order_seats i join seats t on t.id = i.seat_id join payments p on p.order_id = i.order_id where p.id = $1',
      [lost.id],
    );
    const [quick] = await app.makeBuyers(1);
    await join(quick!, concert);
    await askDraft(quick!, concert, [seat!.seat_number]);
    await payerDoes(app, lost.id, 'settlement');
    expect(await stepsOf(lost)).toBe(
      'intent charging awaiting lapsed settledLate refundDue refunding refunded',
    );
    await quick!.call(calls.exitSession);
  });

  it('is reversed by a bank, or refunded at the gateway without us', async () => {
    for (const [outcome, end] of [
      ['reversal', 'reversed'],
      ['chargeback', 'reversed'],
      ['refund', 'refundedOutside'],
    ] as const) {
      const [, payment] = await begin();
      await payerDoes(app, payment.id, 'settlement');
      await payerDoes(app, payment.id, outcome);
      expect(await stepsOf(payment)).toBe(`intent charging awaiting settled ${end}`);
    }
  });

  it('whose refund fails is stuck until the gateway sends it, or somebody pays by hand', async () => {
    const way = 'intent charging awaiting settled refundDue refunding stuck';
    let [sent, byHand, taken, reported]: Payment[] = [];
    await withoutRefunds(async () => {
      [sent, byHand, taken, reported] = [await owed(), await owed(), await owed(), await owed()];
      for (const payment of [sent, byHand, taken, reported]) {
        expect(await stepsOf(payment)).toBe(way);
      }
      await refund(`paid ${byHand.order_code} TRF-1`);
      expect(await stepsOf(byHand)).toBe(`${way} paidByHand`);
      await payerDoes(app, taken.id, 'chargeback');
      expect(await stepsOf(taken)).toBe(`${way} reversed`);
      const body = notificationBody(reported, { status: 'partial_refund', amount: 5_000 });
      await sendSigned(app, body);
      expect(await stepsOf(reported)).toBe(`${way} refunded`);
    });
    await app.advance(20);
    expect(await stepsOf(sent!)).toBe(`${way} refunding refunded`);
  });

  it('whose buyer is asked for an account is due until it is paid by hand', async () => {
    const payment = await owed('bca');
    await refund(`account ${payment.order_code} BCA 12345 Siti`);
    await refund(`paid ${payment.order_code} TRF-2`);
    expect(await stepsOf(payment)).toBe('intent charging awaiting settled refundDue paidByHand');
  });

  it('of a cancelled event goes back', async () => {
    const [, payment] = await begin();
    await payerDoes(app, payment.id, 'settlement');
    const { db, clock } = app.services;
    await runSaleTask(
      { db, clock, live: app.services },
      { task: 'sale', verb: 'cancel', slug: theatre, yes: theatre },
    );
    await app.tick();
    await app.advance(20);
    expect(await stepsOf(payment)).toBe(
      'intent charging awaiting settled refundDue refunding refunded',
    );
  });

  it('that a process of the former release writes follows the status of its payment', async () => {
    const [, payment] = await begin('qris', concert);
    const { db } = app.services;
    const stateAfter = async (assigned: string) => {
      let state: string | undefined;
      await db
        .tx(async (tx) => {
          await tx.query(`update payments set ${assigned} where id = $1`, [payment.id]);
          const [row] = await tx.query<{ charge_state: string }>(
            'select charge_state from payments where id = $1',
            [payment.id],
          );
          state = row?.charge_state;
          throw new Error('undo');
        })
        .catch(() => undefined);
      return state;
    };
    expect(await stateAfter(`status = 'completed'`)).toBe('settled');
    expect(await stateAfter(`status = 'expired'`)).toBe('lapsed');
    expect(await stateAfter(`status = 'refund_due'`)).toBe('refundDue');
    expect(await stateAfter(`updated_at = updated_at`)).toBe('awaiting');
    await db.query(`update payments set charge_state = 'intent', charged_at = null where id = $1`, [
      payment.id,
    ]);
    await db.query('update payments set charged_at = created_at where id = $1', [payment.id]);
    expect(await stepsOf(payment)).toBe('intent charging awaiting intent awaiting');
  });
});
