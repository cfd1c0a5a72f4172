import { recordScans } from '../../../../server/domain/gate/gate-scans.ts';
import { createDraft } from '../../../../server/domain/order/drafts.ts';
import { takeStatus, workOff } from '../../../../server/domain/payment/notices.ts';
import { runNoticeTask } from '../../../../server/operator/notices.ts';
import type { Services } from '../../../../server/services.ts';
import { oneBuyer } from '../../support/open-shop.ts';
import { setCharge } from '../../support/payment-rows.ts';
import { beginPayment, freeSeats, join, seminar, theatre } from '../../support/purchase.ts';
import { soldTicket } from '../../support/sold-ticket.ts';
import type { TestApp, TestClient } from '../../support/test-app.ts';
import { actorOf, type LockControl, onlyOne } from './control.ts';

/** Buyers who are online at the theatre. */
async function buyersIn(app: TestApp, slug: string): Promise<[TestClient, TestClient]> {
  const [one, other] = await app.makeBuyers(2);
  for (const buyer of [one, other]) await join(buyer, slug);
  return [one, other];
}

const draftOf =
  (buyer: TestClient, slug: string, seats: readonly string[], voucher: string | null = null) =>
  (services: Services) =>
    createDraft(services, actorOf(buyer), slug, { seats, voucher_code: voucher });

const runningPayment = async (app: TestApp) => beginPayment(app, await oneBuyer(app), theatre, 1);

async function countOf(app: TestApp, sql: string, params: readonly unknown[]): Promise<number> {
  return (await app.services.db.query(sql, params)).length;
}

/** A stored notification that is not applied yet, and that the gateway confirms. */
async function keptNotice(app: TestApp, payment: { id: string; amount: number }): Promise<number> {
  const { db, clock } = app.services;
  await setCharge(app, payment);
  const [row] = await db.query<{ id: number }>(
    `insert into payment_notices (gateway, source, fingerprint, payment_ref, order_code, amount, currency, outcome, received_at, last_at)
     select $1, 'notice', p.id::text || 'lock', p.id::text, o.order_code, p.amount, 'IDR', 'settlement', $3, $3
     from payments p join orders o on o.id = p.order_id where p.id = $2 returning id`,
    ['simulated', payment.id, clock.now()],
  );
  return Number(row?.id);
}

/** The locks of orders, payments, tickets and gates. */
export const purchaseLocks: readonly LockControl[] = [
  {
    prevents: 'the buyer who took a seat first loses it to one who came later',
    file: 'server/domain/order/seats.ts',
    lock: /t\.seat_number = any[\s\S]*for update of t skip locked/,
    set: async (app) => {
      const [one, other] = await buyersIn(app, theatre);
      const seats = await freeSeats(app, theatre, 1);
      return {
        first: draftOf(one, theatre, seats),
        second: draftOf(other, theatre, seats),
        isSound: ({ first, second, secondWaited }) =>
          first.status === 'fulfilled' && second.status === 'rejected' && !secondWaited,
      };
    },
  },
  {
    prevents: 'a late payment that found its seats free loses them while it is completed',
    file: 'server/domain/order/seats.ts',
    lock: /select t.id from seats t where t.id = any[\s\S]*for update skip locked/,
    set: async (app) => {
      const payment = await runningPayment(app);
      await app.advance(13 * 60);
      const [row] = await app.services.db.query<{ seat_number: string; amount: number }>(
        `select t.seat_number, p.amount from payments p join order_seats i on i.order_id = p.order_id
         join seats t on t.id = i.seat_id where p.id = $1`,
        [payment.id],
      );
      if (row === undefined) throw new Error('There is no late payment.');
      const other = await oneBuyer(app);
      await join(other, theatre);
      const amount = Number(row.amount);
      return {
        first: (services) =>
          takeStatus(services, payment.id, {
            status: 'settlement',
            amount,
            currency: 'IDR',
            reference: null,
          }),
        second: draftOf(other, theatre, [row.seat_number]),
        isSound: async () =>
          (await countOf(app, `select 1 from payments where id = $1 and status = 'completed'`, [
            payment.id,
          ])) === 1,
      };
    },
  },
  {
    prevents: 'a voucher of one use is used twice',
    file: 'server/domain/order/vouchers.ts',
    lock: /nulls last limit 1 for update of v/,
    stopAfter: /as uses,[\s\S]*from voucher_claims/,
    set: async (app) => {
      await app.services.db.query(`delete from voucher_claims where voucher_id = 'SEKALI'`);
      const [one, other] = await buyersIn(app, theatre);
      const [a = '', b = ''] = await freeSeats(app, theatre, 2);
      return {
        first: draftOf(one, theatre, [a], 'SEKALI'),
        second: draftOf(other, theatre, [b], 'SEKALI'),
        isSound: onlyOne,
      };
    },
  },
  {
    prevents: 'two accounts of one person hold more than the share of the person',
    file: 'server/domain/visit/shares.ts',
    lock: /pg_advisory_xact_lock\(7205516, /,
    stopAfter: /from seat_claims k where s\.tickets/,
    set: async (app) => {
      const { db } = app.services;
      await db.query('update events set max_tickets_per_person = 1 where slug = $1', [seminar]);
      const [one, other] = await buyersIn(app, seminar);
      // The part after a plus sign does not belong to the person.
      await db.query(
        `update accounts set email = 'uji+' || id || '@' || $2 where id = any($1::uuid[])`,
        [[one.accountId, other.accountId], `${one.accountId}.contoh.id`],
      );
      const [a = '', b = ''] = await freeSeats(app, seminar, 2);
      return {
        first: draftOf(one, seminar, [a]),
        second: draftOf(other, seminar, [b]),
        isSound: onlyOne,
      };
    },
  },
  {
    prevents: 'an operator dismisses the word of money that is being applied',
    file: 'server/domain/payment/notices.ts',
    lock: /select state from payment_notices where id = \$1 for update/,
    set: async (app) => {
      const payment = await runningPayment(app);
      const id = await keptNotice(app, payment);
      const now = app.services.clock.now();
      return {
        first: (services) => workOff(services, id),
        second: ({ db }) =>
          runNoticeTask(
            { db, now, live: null },
            { task: 'notices', verb: 'dismiss', id, reason: 'uji' },
          ),
        isSound: onlyOne,
      };
    },
  },
  {
    prevents: 'two doors give two entries one number, and one entry is lost',
    file: 'server/domain/gate/gate-scans.ts',
    lock: /from gate_counters where event_id = \$1 for update/,
    set: async (app) => {
      const tickets = [await soldTicket(app, theatre), await soldTicket(app, theatre)];
      const { clock, keys, db } = app.services;
      const eventId = tickets[0]?.eventId ?? '';
      const passId = crypto.randomUUID();
      const now = clock.now();
      await db.query(
        `insert into gate_passes (id, event_id, secret_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
        [passId, eventId, passId, now, new Date(now.getTime() + 3_600_000)],
      );
      const scan = (index: number) => (services: Services) =>
        recordScans(
          services.db,
          keys,
          {
            pass: { id: passId, eventId } as never,
            deviceId: crypto.randomUUID(),
            door: 'A',
            scans: [
              {
                id: crypto.randomUUID(),
                code: tickets[index]?.code ?? '',
                scanned_at: now.toISOString(),
                is_inside: false,
              },
            ],
            requestId: 'uji',
          },
          now,
        );
      return {
        first: scan(0),
        second: scan(1),
        isSound: async () =>
          (await countOf(app, 'select 1 from gate_entries where ticket_id = any($1::uuid[])', [
            tickets.map(({ ticketId }) => ticketId),
          ])) === 2,
      };
    },
  },
];
