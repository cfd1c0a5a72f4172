import { localIso, type TimeZone } from '../../../contract/place/time-zone.ts';
import { payoutBanks } from '../../../contract/refund/refund.ts';
import { deskPagePath, type RefundWork } from '../../../contract/staff/desk.ts';
import { composeEmail } from '../../mail/compose-email.ts';
import { siteUrl } from '../../mail/links.ts';
import { insertEmails } from '../../mail/outbox.ts';
import type { Services } from '../../services.ts';
import { audit, type Trail } from '../audit.ts';
import { placesSql } from '../refund/order-tickets.ts';

/** The most refunds of the list. */
const listed = 200;
const dayMs = 24 * 60 * 60_000;

/** Over refunds `r` and payments `p`; `$1` are the gateways that pay out, `$2` the banks to which they do. Null where nobody of the staff has anything to do. */
const stageSql = `case
  when r.state = 'asked' then 'asked'
  when r.state in ('owed', 'accountGiven') and r.overruled_at is null and coalesce(r.unclear_since, r.unheard_since) is not null then 'failed'
  when r.state = 'accountGiven' and r.way = 'hand' and r.payout_tries > 0 then 'failed'
  when r.state = 'accountGiven' and (r.way = 'hand' or p.gateway <> all($1::text[]) or r.bank_account ->> 'bank' <> all($2::text[])) then 'toPay'
  when r.state in ('accountGiven', 'payingOut') then 'accountGiven' end`;

const reach = ({ gateways }: Pick<Services, 'gateways'>) => [
  gateways.all
    .filter(({ payouts }) => payouts !== undefined && payouts !== null)
    .map(({ name }) => name),
  payoutBanks.map(([code]) => code),
];

type WorkRow = Omit<RefundWork, 'since' | 'event_starts_at'> & {
  readonly since: Date;
  readonly event_starts_at: Date;
  readonly time_zone: TimeZone;
};

/** The refunds that wait for the staff or for a payout, the oldest first; accounts for those who may refund alone, whose look is recorded. */
export async function readRefundWork(
  services: Pick<Services, 'clock' | 'db' | 'gateways'>,
  seesAccounts: boolean,
  by: Trail,
): Promise<RefundWork[]> {
  const { clock, db } = services;
  const rows = await db.query<WorkRow>(
    `select stage, id, order_code, event_name, event_starts_at, time_zone, buyer_name, amount, places, since, account from (
       select ${stageSql} as stage, r.id, o.order_code, e.name as event_name, e.starts_at as event_starts_at, e.time_zone,
         trim(a.first_name || ' ' || a.last_name) as buyer_name, r.amount, ${placesSql} as places, coalesce(r.due_at, r.asked_at, p.updated_at) as since,
         case when $3 then r.bank_account end as account
       from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
         join events e on e.id = o.event_id join accounts a on a.id = o.account_id
       where r.state not in ('done', 'refused')) work
     where stage is not null order by since, id limit ${listed}`,
    [...reach(services), seesAccounts],
  );
  if (seesAccounts && rows.length > 0) {
    const at = clock.now();
    await audit(db, {
      at,
      ...by,
      action: 'desk.refunds',
      object: 'refunds',
      detail: { count: rows.length },
    });
  }
  return rows.map(({ since, event_starts_at, time_zone, ...row }) => ({
    ...row,
    since: since.toISOString(),
    event_starts_at: localIso(event_starts_at, time_zone),
  }));
}

/** Writes one e-mail to the support address when a refund waits for the staff, and another a day later while one still does. */
export async function tellOfRefundWork(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'gateways' | 'mailer'>,
): Promise<void> {
  const { clock, config, db, mailer } = services;
  const to = config.supportEmail ?? (config.devTools ? 'support@localhost' : null);
  if (to === null) return;
  const now = clock.now();
  const [told] = await db.query<{ waiting: number; is_due: boolean }>(
    `select count(*)::int as waiting, not exists (select 1 from staff_notices where kind = 'refunds' and sent_at > $3) as is_due
     from refunds r join payments p on p.id = r.payment_id
     where r.state not in ('done', 'refused') and ${stageSql} in ('asked', 'toPay', 'failed')`,
    [...reach(services), new Date(now.getTime() - dayMs)],
  );
  const { waiting = 0, is_due = false } = told ?? {};
  // Notices of more than a day stop nothing, so an idle shop writes nothing here.
  if (waiting === 0 && !is_due) await db.query(`delete from staff_notices where kind = 'refunds'`);
  if (waiting === 0 || !is_due) return;
  const link = `${siteUrl(config)}${deskPagePath}`;
  const email = composeEmail({
    kind: 'staff',
    to,
    productName: config.productName,
    subject: `Pengembalian dana menunggu: ${waiting}`,
    indonesian: {
      greeting: 'Halo,',
      lines: [`${waiting} pengembalian dana menunggu keputusan atau pembayaran Anda: ${link}`],
    },
    english: {
      greeting: 'Hello,',
      lines: [`${waiting} refunds wait for your decision or payment: ${link}`],
    },
  });
  await db.tx(async (tx) => {
    const [taken] = await tx.query(
      `insert into staff_notices (kind, sent_at) values ('refunds', $1)
       on conflict (kind) do update set sent_at = excluded.sent_at where staff_notices.sent_at <= $2 returning 1 as one`,
      [now, new Date(now.getTime() - dayMs)],
    );
    if (taken === undefined) return;
    if (config.supportEmail !== null) await mailer.enqueue(tx, email);
    else await insertEmails(tx, [email], now, false);
  });
}
