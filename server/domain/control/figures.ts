import { LRUCache } from 'lru-cache';
import { localIso } from '../../../contract/place/time-zone.ts';
import {
  type ControlFigures,
  controlFigures,
  figuresEverySeconds,
} from '../../../contract/staff/control.ts';
import { refuseFor } from '../../http/refuse.ts';
import { readJobFigures } from '../../jobs/job-figures.ts';
import type { Services } from '../../services.ts';
import { type SaleFacts, saleColumns, saleStateOf } from '../catalogue/sale.ts';
import { owingSql } from '../lifecycle/refund.ts';
import { methodsOff } from '../payment/methods-off.ts';

const refuse = refuseFor(controlFigures);
const minuteMs = 60_000;
/** Events whose figures are remembered. */
const remembered = 200;
/** Days of sales, the newest first. */
const daysShown = 30;
/** Shows of the list. */
const mostEvents = 300;
const twoDaysMs = 2 * 24 * 60 * minuteMs;
/** Notifications among which the last one of a gateway is looked for. */
const latestNotices = 10_000;

/** Reads the figures of an event; who asks again within a second gets the same. Throws Refusal 404 for an unknown event. */
export type ReadFigures = (slug: string) => Promise<ControlFigures>;

/** Creates the reader of one process: however many look at a control room, the database is asked once a second. */
export function createFigures(services: Services): ReadFigures {
  const latest = new LRUCache<string, { at: number; figures: Promise<ControlFigures> }>({
    max: remembered,
  });
  return (slug) => {
    const at = services.clock.now().getTime();
    const known = latest.get(slug);
    // The clock of development may be set back.
    if (known !== undefined && Math.abs(at - known.at) < figuresEverySeconds * 1000) {
      return known.figures;
    }
    const figures = readFigures(services, slug);
    latest.set(slug, { at, figures });
    // A failed read must not be repeated for a second.
    figures.catch(() => latest.delete(slug));
    return figures;
  };
}

type EventRow = SaleFacts & {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly night: string | null;
  readonly capacity: number | null;
  readonly per_minute: number | null;
  readonly message: string | null;
};

async function readFigures(services: Services, slug: string): Promise<ControlFigures> {
  const { clock, gateways } = services;
  // One after another on one connection of the lane that no buyer uses.
  const db = services.db.lane('tick');
  const now = clock.now();
  const minuteAgo = new Date(now.getTime() - minuteMs);
  const hourAgo = new Date(now.getTime() - 60 * minuteMs);
  const [event] = await db.query<EventRow>(
    `select e.id, e.slug, e.name, e.show_name as night, ${saleColumns(clock)}, r.capacity, r.per_minute, r.message
       from events e left join queue_rooms r on r.event_id = e.id where e.slug = $1`,
    [slug],
  );
  if (event === undefined) throw refuse('eventNotFound');
  const [people] = await db.query<ControlFigures['people']>(
    `select count(*) filter (where state = 'queued')::int as waiting,
       count(*) filter (where state = 'queued' and last_contact_at > $2)::int as heard,
       count(*) filter (where online_at > $2)::int as let_in,
       count(*) filter (where state in ('online', 'payment_selection'))::int as choosing,
       count(*) filter (where state = 'payment_processing')::int as paying
     from purchase_sessions where event_id = $1 and (ended_at is null or online_at > $2)`,
    [event.id, minuteAgo],
  );
  const categories = await db.query<ControlFigures['categories'][number]>(
    `select c.name, c.price, count(*) filter (where s.status = 'sold')::int as sold, count(*) filter (where s.status = 'held')::int as held,
       count(*) filter (where s.status = 'available')::int as free, count(*) filter (where s.status = 'block')::int as held_back
     from categories c join seats s on s.category_id = c.id where c.event_id = $1 group by c.id order by c.position, c.id`,
    [event.id],
  );
  const payments = await db.query<{ code: string; status: string; count: number }>(
    `select method_code as code, status, count(*)::int as count from payments
      where event_id = $1 and created_at > $2 group by method_code, status`,
    [event.id, hourAgo],
  );
  const [money] = await db.query<ControlFigures['money']>(
    `select (select count(*)::int from orders where event_id = $1 and status = 'completed') as orders,
       (select coalesce(sum(amount), 0)::bigint from payments where event_id = $1 and status = 'completed') as received,
       o.count as refunds_owed, o.rupiah as rupiah_owed
     from (select count(*)::int as count, coalesce(sum(r.amount), 0)::bigint as rupiah from refunds r
       join payments p on p.id = r.payment_id where p.event_id = $1 and r.state in (${owingSql})) o`,
    [event.id],
  );
  const days = await db.query<NonNullable<ControlFigures['days']>[number]>(
    // Read once a second while a sale is on: one join of places, and no count for each payment.
    `with paid as (select order_id, amount, to_char(created_at at time zone $2, 'YYYY-MM-DD') as day
       from payments where event_id = $1 and status = 'completed')
     select day, sum(orders)::int as orders, sum(received)::bigint as received, sum(tickets)::int as tickets from (
       select day, 1 as orders, amount as received, 0 as tickets from paid
       union all select p.day, 0, 0, 1 from paid p join order_seats i on i.order_id = p.order_id) d
     group by day order by day desc limit ${daysShown}`,
    [event.id, event.time_zone],
  );
  const [letters] = await db.query<{ waiting: number; oldest: Date | null; failed: number }>(
    `select w.waiting, w.oldest, f.failed from
       (select count(*)::int as waiting, min(created_at) as oldest from mails where next_try_at is not null) w,
       (select count(*)::int as failed from mails where (bounced_at is not null or gave_up_at is not null)
          and failure is distinct from 'code ended' and failure is distinct from 'erased' and created_at > $1) f`,
    [new Date(now.getTime() - 24 * 60 * minuteMs)],
  );
  const notices = await db.query<{ gateway: string; last: Date; unread: number }>(
    `select gateway, max(last_at) as last, count(*) filter (where state in ('received', 'mismatched', 'unmatched'))::int as unread
       from payment_notices where id > (select coalesce(max(id), 0) - ${latestNotices} from payment_notices) group by gateway`,
  );
  const queues = await readJobFigures(db, now);
  const shut = services.shutQueues();
  const silent = shut.filter((name) => !queues.some(({ queue }) => queue === name));
  const none = silent.map((queue) => ({ queue, due: 0, at: null, dead: 0 }));
  const off = await methodsOff(db);
  const countOf = (code: string, ...statuses: string[]) =>
    payments
      .filter((row) => row.code === code && statuses.includes(row.status))
      .reduce((sum, row) => sum + row.count, 0);
  const names = new Set(gateways.methods.map(({ gateway }) => gateway));
  return {
    at: now.toISOString(),
    slug: event.slug,
    name: event.name,
    night: event.night,
    starts_at: localIso(event.starts_at, event.time_zone),
    sale: saleStateOf(event),
    room: { capacity: event.capacity, per_minute: event.per_minute, message: event.message },
    people: people ?? { waiting: 0, heard: 0, let_in: 0, choosing: 0, paying: 0 },
    categories,
    methods: gateways.methods.map(({ code, name, gateway }) => ({
      code,
      name,
      gateway,
      is_on: !off.has(code),
      pending: countOf(code, 'pending'),
      completed: countOf(code, 'completed', 'refund_due', 'refunded'),
      failed: countOf(code, 'failed', 'expired'),
    })),
    money: money ?? { orders: 0, received: 0, refunds_owed: 0, rupiah_owed: 0 },
    days,
    letters: {
      waiting: letters?.waiting ?? 0,
      oldest_seconds: secondsSince(letters?.oldest ?? null, now) ?? 0,
      failed: letters?.failed ?? 0,
    },
    gateways: [...names].map((name) => {
      const row = notices.find(({ gateway }) => gateway === name);
      const last = secondsSince(row?.last ?? null, now);
      return { name, last_notice_seconds: last, unread: row?.unread ?? 0 };
    }),
    queues: [...queues, ...none].map(({ queue, due, at, dead }) => {
      const oldest_seconds = secondsSince(at, now) ?? 0;
      return { queue, due, oldest_seconds, dead, is_paused: shut.includes(queue) };
    }),
    calls: (await services.metrics?.callTimes()) ?? [],
  };
}

/** The shows that are not over for two days, by date. */
export async function readStaffEvents({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const rows = await db.query<EventRow & { readonly venue_name: string }>(
    `select e.id, e.slug, e.name, e.show_name as night, e.venue_name, ${saleColumns(clock)}
       from events e where e.ends_at > $1 order by e.starts_at, e.id limit ${mostEvents}`,
    [new Date(clock.now().getTime() - twoDaysMs)],
  );
  return rows.map((row) => ({
    slug: row.slug,
    name: row.name,
    night: row.night,
    venue_name: row.venue_name,
    starts_at: localIso(row.starts_at, row.time_zone),
    sale: saleStateOf(row),
  }));
}

function secondsSince(at: Date | null, now: Date): number | null {
  return at === null ? null : Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000));
}
