import type { Db } from '../db/db.ts';
import { audit } from '../domain/audit.ts';
import { publishSeats } from '../domain/order/seat-news.ts';
import { type ChangedSeat, changedColumns } from '../domain/order/seats.ts';
import { enqueueNotice } from '../domain/payment/job-kinds.ts';
import {
  findNotice,
  listNotices,
  type NoticeMisfit,
  type NoticeRow,
  reopenNotices,
} from '../domain/payment/notice-rows.ts';
import { workOff } from '../domain/payment/notices.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

const listed = 200;
const longestReason = 500;

/** Tasks of an operator with money notifications. */
export interface NoticeTask {
  readonly task: 'notices';
  readonly verb: 'list' | 'show' | 'apply' | 'again' | 'dismiss' | 'free-seats';
  readonly id?: number | undefined;
  readonly all?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** The objects that the command works on; `live` is the running server, if there is one. */
export interface NoticeDesk {
  readonly db: Db;
  readonly now: Date;
  readonly live: Services | null;
}

const reasons: Readonly<Record<NoticeMisfit, string>> = {
  unknown_payment: 'names no payment of this installation',
  amount: 'another amount than the payment',
  currency: 'another currency than IDR',
  order: 'another order code than the payment',
  partial_refund: 'only a part of the money went back',
  second_return: 'the money had already gone back in another way',
  contradicts: 'the gateway says something else when it is asked',
  unreadable: 'signed by the gateway, but not understood',
  test: "a test that the gateway's dashboard sent",
  seats_gone:
    'accepted, but its seats or voucher are gone and another amount cannot be sent back from here',
  failed: 'an error of this software keeps it from being applied: see the log, then run it again',
};

/** Lists, shows and processes money notifications. Returns the lines to print; throws Refusal with the reason if a task is impossible. */
export async function runNoticeTask(desk: NoticeDesk, task: NoticeTask): Promise<string[]> {
  const { db } = desk;
  if (task.verb === 'list') {
    const rows = await listNotices(db, task.all === true, listed);
    if (rows.length === 0) return [task.all === true ? 'No notice.' : 'No notice waits.'];
    return rows.map(lineOf);
  }
  if (task.verb === 'again') return runAgain(desk);
  const notice = await findNotice(db, task.id ?? 0);
  if (notice === null) throw new Refusal(404, `There is no notice ${task.id}`);
  switch (task.verb) {
    case 'show':
      return show(db, notice);
    case 'apply':
      return accept(desk, notice);
    case 'dismiss':
      return dismiss(desk, notice, task.reason?.trim() ?? '');
    case 'free-seats':
      return freeSeats(desk, notice);
  }
}

function lineOf(notice: NoticeRow): string {
  const amount = notice.amount === null ? 'no amount' : `${notice.currency} ${notice.amount}`;
  const failures = notice.state === 'received' && notice.tries > 0;
  const why =
    notice.reason !== null
      ? `: ${reasons[notice.reason]}`
      : failures
        ? `: failed ${notice.tries} times`
        : '';
  return [
    String(notice.id).padStart(6),
    notice.received_at.toISOString(),
    notice.gateway,
    notice.outcome ?? 'unreadable',
    amount,
    notice.order_code ?? '-',
    `${notice.state}${why}`,
  ].join('  ');
}

/** Runs every notice that waits for an operator once more, in the order in which they came. */
async function runAgain({ db, live, now }: NoticeDesk): Promise<string[]> {
  const ids = await db.tx(async (tx) => {
    const reopened = await reopenNotices(tx, now);
    for (const id of reopened) {
      await audit(tx, { at: now, accountId: null, action: 'notice.again', object: `notice:${id}` });
    }
    return reopened;
  });
  if (ids.length === 0) return ['No notice waits.'];
  if (live === null)
    return [`The server runs ${ids.length} notices again within seconds, once it runs.`];
  const lines: string[] = [];
  for (const id of ids) {
    await workOff(live, id).catch((error: unknown) =>
      live.log.error({ err: error, notice: id }, 'a money notice failed again'),
    );
    const after = await findNotice(db, id);
    if (after !== null) lines.push(lineOf(after));
  }
  return lines;
}

async function show(db: Db, notice: NoticeRow): Promise<string[]> {
  const [kept] = await db.query<{ raw_body: string | null }>(
    'select raw_body from payment_notices where id = $1',
    [notice.id],
  );
  const [payment] = await db.query<{ id: string; status: string; amount: number; order: string }>(
    `select p.id, p.status, p.amount, o.order_code as order from payments p join orders o on o.id = p.order_id
     where p.id::text = $1 or p.gateway_order_id = $1`,
    [notice.payment_ref ?? ''],
  );
  return [
    lineOf(notice),
    `came     ${notice.times} times, ${notice.source === 'notice' ? 'sent by the gateway' : 'returned when polled'}, last ${notice.last_at.toISOString()}`,
    `names    payment ${notice.payment_ref ?? '-'}, event ${notice.event_id ?? '-'}, reference ${notice.reference ?? '-'}`,
    payment === undefined
      ? 'payment  none of this installation'
      : `payment  ${payment.id}  ${payment.status}  IDR ${payment.amount}  ${payment.order}`,
    `body     ${kept?.raw_body ?? 'not kept'}`,
  ];
}

async function accept(desk: NoticeDesk, notice: NoticeRow): Promise<string[]> {
  const { db, live, now } = desk;
  refuseUnfit(notice);
  await db.tx(async (tx) => {
    const [row] = await tx.query(
      `update payment_notices set state = 'received', accepted_at = $2
       where id = $1 and state in ('received', 'unmatched', 'mismatched') returning id`,
      [notice.id, now],
    );
    if (row === undefined) throw new Refusal(409, 'This notice has been processed meanwhile');
    await enqueueNotice(tx, notice, now);
    const [payment] = await tx.query<{ amount: number }>(
      'select amount from payments where id::text = $1 or gateway_order_id = $1',
      [notice.payment_ref ?? ''],
    );
    await audit(tx, {
      at: now,
      accountId: null,
      action: 'notice.accept',
      object: `notice:${notice.id}`,
      detail: { outcome: notice.outcome, amount: notice.amount, expected: payment?.amount ?? null },
    });
  });
  if (live === null) {
    return [
      `The server applies notice ${notice.id} within seconds, once it runs. Then read the result with show.`,
    ];
  }
  await workOff(live, notice.id);
  const after = await findNotice(db, notice.id);
  if (after?.state === 'applied') return [`Notice ${notice.id} is applied.`];
  const why = after?.reason == null ? 'another process is applying it' : reasons[after.reason];
  throw new Refusal(409, `Notice ${notice.id} could not be applied: ${why}`);
}

/** Refuses notifications that no operator command can settle here, and names the remedy. */
function refuseUnfit(notice: NoticeRow): void {
  if (!['received', 'unmatched', 'mismatched'].includes(notice.state)) {
    throw new Refusal(409, `Notice ${notice.id} is ${notice.state}: there is nothing to apply`);
  }
  if (notice.reason === 'currency') {
    throw new Refusal(
      409,
      'Another currency cannot be accepted. Return the money at the gateway, then dismiss the notice with the reason.',
    );
  }
  if (notice.outcome === 'partial_refund') {
    throw new Refusal(
      409,
      'A partial amount names no ticket. Void its tickets with `npm run admin -- ticket void`, then dismiss the notice with the reason.',
    );
  }
  if (notice.reason === 'second_return' || notice.reason === 'contradicts') {
    throw new Refusal(
      409,
      'It can change nothing here. Settle it with the gateway, then dismiss the notice with the reason.',
    );
  }
}

async function dismiss(
  { db, now }: NoticeDesk,
  notice: NoticeRow,
  reason: string,
): Promise<string[]> {
  if (reason === '') throw new Refusal(422, 'Say why, in a few words without names of people');
  if (reason.length > longestReason) {
    throw new Refusal(422, `Say why in at most ${longestReason} characters`);
  }
  await db.tx(async (tx) => {
    const [row] = await tx.query(
      `update payment_notices set state = 'dismissed', settled_at = $2
       where id = $1 and state in ('received', 'unmatched', 'mismatched', 'refused')
         or state = 'unmatched' and gateway = $3 and payment_ref = $4 and id < $1 returning id`,
      [notice.id, now, notice.gateway, notice.payment_ref],
    );
    if (row === undefined) {
      throw new Refusal(409, `Notice ${notice.id} is ${notice.state}: there is nothing to dismiss`);
    }
    await audit(tx, {
      at: now,
      accountId: null,
      action: 'notice.dismiss',
      object: `notice:${notice.id}`,
      detail: { outcome: notice.outcome, amount: notice.amount, reason },
    });
  });
  return [`Notice ${notice.id} is dismissed. It changes nothing any more.`];
}

/** Puts seats on sale again that a chargeback removed. */
async function freeSeats({ db, live, now }: NoticeDesk, notice: NoticeRow): Promise<string[]> {
  const { slug, seats } = await db.tx(async (tx) => {
    const [row] = await tx.query<{ order_id: string; slug: string }>(
      `update refunds r set seats = 'free' from payments p join events e on e.id = p.event_id
       where r.payment_id = p.id and p.id = $1 and r.seats = 'blocked' returning p.order_id, e.slug`,
      [notice.payment_id],
    );
    if (row === undefined) {
      throw new Refusal(409, `No seat is blocked because of notice ${notice.id}`);
    }
    const freed = await tx.query<ChangedSeat>(
      `update seats set status = 'available' where status = 'block'
         and id in (select i.seat_id from order_seats i left join tickets k on k.id = i.ticket_id
           where i.order_id = $1 and k.seat_freed_at is null) returning ${changedColumns}`,
      [row.order_id],
    );
    await audit(tx, {
      at: now,
      accountId: null,
      action: 'notice.free-seats',
      object: `notice:${notice.id}`,
      detail: { seats: freed.map((seat) => seat.seat_number) },
    });
    return { slug: row.slug, seats: freed };
  });
  if (live !== null) publishSeats(live, slug, seats, 'available');
  return [`On sale again at ${slug}: ${seats.map((seat) => seat.seat_number).join(', ')}.`];
}
