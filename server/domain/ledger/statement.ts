import type { Db } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ReportRow } from '../report/report.ts';

/** Which part of the ledger is asked for: postings from `from` up to, not including, `until`; null without a bound. */
export interface Period {
  readonly from: string | null;
  readonly until: string | null;
}

const periodSql = `($1::timestamptz is null or l.at >= $1) and ($2::timestamptz is null or l.at < $2)`;

/**
 * The organisers' statement: a row for each show with postings, amounts in whole rupiah. `paid` is divided into the five columns after
 * `owed`; what those parties gave back is taken off. `slug` names one event with all its shows; null takes every event. Throws Refusal 404.
 */
export async function moneyStatement(
  db: Db,
  { slug, from, until }: Period & { readonly slug: string | null },
): Promise<ReportRow[]> {
  if (slug !== null) {
    const known = await db.query('select 1 from events where slug = $1', [slug]);
    if (known.length === 0) throw new Refusal(404, `There is no event "${slug}".`);
  }
  return db.query<ReportRow>(
    `select g.name as organiser, e.slug as show, count(distinct l.payment_id) filter (where l.act = 'paid')::int as payments,
       coalesce(sum(l.amount) filter (where l.act = 'paid' and l.party = 'gateway'), 0)::bigint as paid,
       coalesce(sum(l.amount) filter (where l.act = 'unearned' and l.party = 'gateway'), 0)::bigint as unearned,
       coalesce(-sum(l.amount) filter (where l.act = 'refunded' and l.party = 'gateway'), 0)::bigint as refunded,
       coalesce(-sum(l.amount) filter (where l.party = 'buyer'), 0)::bigint as owed,
       coalesce(-sum(l.amount) filter (where l.party = 'organiser'), 0)::bigint as organiser_share,
       coalesce(-sum(l.amount) filter (where l.party = 'taxOffice'), 0)::bigint as tax,
       coalesce(-sum(l.amount) filter (where l.party = 'platform'), 0)::bigint as platform_fees,
       coalesce(-sum(l.amount) filter (where l.party = 'methodFee'), 0)::bigint as method_fees,
       coalesce(sum(l.amount) filter (where l.party = 'gateway'), 0)::bigint as at_gateways
     from ledger_entries l join payments p on p.id = l.payment_id join events e on e.id = p.event_id
       join organizers g on g.id = e.organizer_id
     where ${periodSql} and ($3::text is null or e.series_id = (select series_id from events where slug = $3))
     group by g.name, e.slug order by g.name, e.slug`,
    [from, until, slug],
  );
}

/** What the ledger says that a gateway received for one payment and sent back. */
export interface GatewayMoney {
  readonly payment: string;
  readonly order: string;
  /** Further names under which a gateway may write of it: the charge, its refunds. */
  readonly names: readonly string[];
  readonly paid: number;
  readonly refunded: number;
}

/** Payments of a page of `gatewayMoney`. */
const pageRows = 2_000;

/** The money of the payments of one gateway in a period, by payment id after `after`; `next` continues it, null ends it. */
export async function gatewayMoney(
  db: Db,
  { gateway, from, until, after }: Period & { readonly gateway: string; readonly after: string },
): Promise<{ rows: GatewayMoney[]; next: string | null }> {
  const rows = await db.query<GatewayMoney & Record<string, unknown>>(
    `with entries as (
       select l.payment_id, l.amount, l.act = 'refunded' or l.act = 'corrected' and exists (
           select 1 from ledger_entries r where r.payment_id = l.payment_id and r.act = 'refunded' and r.at = l.at) as is_return
       from ledger_entries l where ${periodSql} and l.party = 'gateway')
     select p.id::text as payment, o.order_code as "order",
       array_remove(array[p.gateway_order_id, p.gateway_reference], null)
         || array(select n from refunds r, unnest(array[r.id::text, r.reference, r.gateway_key]) n where r.payment_id = p.id and n is not null) as names,
       coalesce(sum(l.amount) filter (where not l.is_return), 0)::bigint as paid,
       coalesce(-sum(l.amount) filter (where l.is_return), 0)::bigint as refunded
     from entries l join payments p on p.id = l.payment_id join orders o on o.id = p.order_id
     where p.gateway = $3 and p.id::text > $4
     group by p.id, o.order_code order by p.id::text limit $5`,
    [from, until, gateway, after, pageRows],
  );
  return { rows, next: rows.length < pageRows ? null : (rows.at(-1)?.payment ?? null) };
}
