import { beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '../../../../contract/payment.ts';
import { refundTaskOf } from '../../../../scripts/operator/refund-args.ts';
import type { Queryable } from '../../../../server/db/db.ts';
import { chargeLifecycle } from '../../../../server/domain/lifecycle/charge.ts';
import { refundsOf } from '../../../../server/domain/refund/refund-rows.ts';
import { RefundRefused } from '../../../../server/gateway/gateway.ts';
import { runRefundTask } from '../../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  askDraft,
  askPayment,
  askVoid,
  beginPayment,
  concert,
  join,
  leave,
  payerDoes,
  payTimeEnds,
  theatre,
} from '../../support/purchase.ts';
import { notificationBody, sendSigned } from '../../support/signed-notification.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert, theatre] }, { operator: true });
beforeAll(async () => {
  // Also the states that no transaction leaves behind.
  await app.services.db.script(
    `create table charge_steps (id serial, payment_id uuid, state text);
     create function note_charge() returns trigger language plpgsql as $$
     begin insert into charge_steps (payment_id, state) values (new.id, new.charge_state); return new; end $$;
     create trigger note_charge after insert on payments for each row execute function note_charge();
     create trigger note_charge_step after update on payments for each row
     when (new.charge_state <> old.charge_state) execute function note_charge();`,
  );
});

const begin = async (method = 'qris', slug = theatre): Promise<[TestClient, Payment]> => {
  const [buyer] = await app.makeBuyers(1);
  return [buyer, await beginPayment(app, buyer, slug, 1, null, method)];
};
const settled = async (method = 'qris') => {
  const [, payment] = await begin(method);
  await payerDoes(app, payment.id, 'settlement');
  return payment;
};
/** The steps of a charge after it waits for its money. */
const stepsOf = async ({ id }: Payment) => {
  const rows = await app.services.db.query<{ state: string }>(
    'select state from charge_steps where payment_id = $1 order by id',
    [id],
  );
  const steps = rows.map(({ state }) => state).join(' ');
  expect(steps).toMatch(/^intent charging awaiting/);
  return steps.slice('intent charging awaiting '.length);
};
const refund = (line: string) => {
  const { db, clock, config } = app.services;
  return runRefundTask({ db, clock, config, live: app.services }, refundTaskOf(line.split(' '))!);
};
const owed = async (method = 'qris') => {
  const payment = await settled(method);
  await refund(`ask ${payment.order_code} 5000`);
  await refund(`approve ${payment.order_code}`);
  await app.tick();
  return payment;
};

it('no charge that was completed or whose money went back becomes failed or expired (§12.24)', () => {
  const { audited, steps } = chargeLifecycle;
  const statusOf = (state: string | null) => (state === null ? null : (audited?.[state] ?? null));
  const after = steps.filter(({ from }) =>
    ['completed', 'refund_due', 'refunded'].includes(statusOf(from) ?? ''),
  );
  const ends = new Set(after.map(({ to }) => statusOf(to)));
  expect([...ends].sort()).toEqual(['refund_due', 'refunded']);
});

describe('a charge (§12.12)', () => {
  it('is an intent, asked for, waited for and settled', async () => {
    const [, payment] = await begin();
    expect(await stepsOf(payment)).toBe('');
    await payerDoes(app, payment.id, 'settlement');
    expect(await stepsOf(payment)).toBe('settled');
  });

  it('is denied by the gateway, or voided for another method, while the hold lives', async () => {
    const [buyer, denied] = await begin();
    await payerDoes(app, denied.id, 'deny');
    expect(await stepsOf(denied)).toBe('denied');
    const { payment } = (await askPayment(buyer, theatre, 'bca')).body.data;
    expect((await askVoid(buyer, theatre, payment.id)).status).toBe(200);
    expect(await stepsOf(payment)).toBe('voided');
    await leave(buyer);
  });

  it('lapses; money that comes late is honoured, or owed back where the seats are gone', async () => {
    const [, honoured] = await begin('qris', concert);
    const [, lost] = await begin('qris', concert);
    await payTimeEnds(app);
    await payerDoes(app, honoured.id, 'settlement');
    expect(await stepsOf(honoured)).toBe('lapsed settledLate honoured');
    const [seat] = await app.services.db.query<{ seat_number: string }>(
      'select t.seat_number from order_seats i join seats t on t.id = i.seat_id join payments p on p.order_id = i.order_id where p.id = $1',
      [lost.id],
    );
    const [quick] = await app.makeBuyers(1);
    await join(quick, concert);
    await askDraft(quick, concert, [seat!.seat_number]);
    await payerDoes(app, lost.id, 'settlement');
    expect(await stepsOf(lost)).toBe('lapsed settledLate refundDue refunding refunded');
    await leave(quick);
  });

  it.each([
    ['reversal', 'reversed'],
    ['chargeback', 'reversed'],
    ['refund', 'refundedOutside'],
  ])('that the bank or the gateway takes back by itself (%s) is %s', async (outcome, end) => {
    const payment = await settled();
    await payerDoes(app, payment.id, outcome);
    expect(await stepsOf(payment)).toBe(`settled ${end}`);
  });

  it('whose refund fails is stuck until the gateway sends it, or somebody pays by hand', async () => {
    const way = 'settled refundDue refunding stuck';
    const gateway = app.services.gateways.of('simulated');
    const { refund: send } = gateway;
    const fail = () => Promise.reject(new RefundRefused('no refunds at this hour'));
    Object.assign(gateway, { refund: fail });
    const [sent, byHand, taken, reported] = [
      await owed(),
      await owed(),
      await owed(),
      await owed(),
    ];
    for (const payment of [sent, byHand, taken, reported]) {
      expect(await stepsOf(payment)).toBe(way);
    }
    await refund(`paid ${byHand.order_code} TRF-1`);
    expect(await stepsOf(byHand)).toBe(`${way} paidByHand`);
    await payerDoes(app, taken.id, 'chargeback');
    expect(await stepsOf(taken)).toBe(`${way} reversed`);
    const [due] = await refundsOf(app.services.db, reported.id);
    await send({ paymentId: reported.id, methodCode: 'qris', reference: null }, 5_000, due!.id);
    await sendSigned(app, notificationBody(reported, { status: 'partial_refund', amount: 5_000 }));
    expect(await stepsOf(reported)).toBe(`${way} refunded`);
    Object.assign(gateway, { refund: send });
    await app.advance(20);
    expect(await stepsOf(sent)).toBe(`${way} refunding refunded`);
  });

  it('whose buyer is asked for an account is due until it is paid by hand (§13.35)', async () => {
    const payment = await owed('bca');
    await refund(`account ${payment.order_code} BCA 12345 Siti`);
    await refund(`paid ${payment.order_code} TRF-2`);
    expect(await stepsOf(payment)).toBe('settled refundDue paidByHand');
  });

  it('of a cancelled event goes back', async () => {
    const payment = await settled();
    const { db, clock } = app.services;
    const task = { task: 'sale', verb: 'cancel', slug: theatre, yes: theatre } as const;
    await runSaleTask({ db, clock, live: app.services }, task);
    await app.tick();
    await app.advance(20);
    expect(await stepsOf(payment)).toBe('settled refundDue refunding refunded');
  });

  it('that a process of the former release writes follows the status of its payment', async () => {
    const [, payment] = await begin('qris', concert);
    const { db } = app.services;
    const write = async (assigned: string, q: Queryable = db) => {
      const [row] = await q.query<{ charge_state: string }>(
        `update payments set ${assigned} where id = $1 returning charge_state`,
        [payment.id],
      );
      return row?.charge_state;
    };
    const stateAfter = async (assigned: string) => {
      let state: string | undefined;
      const undone = db.tx(async (tx) => {
        state = await write(assigned, tx);
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      return state;
    };
    expect(await stateAfter(`status = 'completed'`)).toBe('settled');
    expect(await stateAfter(`status = 'expired'`)).toBe('lapsed');
    expect(await stateAfter(`status = 'refund_due'`)).toBe('refundDue');
    expect(await stateAfter(`updated_at = updated_at`)).toBe('awaiting');
    await write(`charge_state = 'intent', charged_at = null`);
    await write('charged_at = created_at');
    expect(await stepsOf(payment)).toBe('intent awaiting');
  });
});
