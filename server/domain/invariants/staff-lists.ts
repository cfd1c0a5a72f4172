import type { Queryable } from '../../db/db.ts';
import { giftMethod } from '../payment/methods.ts';
import { type Finding, rowsNamed } from './invariants.ts';

/** What breaks nothing, and what a person should look at. */
const lists: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'refunds from the dashboard of a gateway, which name no ticket: void those that they were for',
    sql: `select o.order_code || ', Rp' || r.amount as at from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where r.kind = 'dashboard' and p.status = 'completed' order by r.number`,
  },
  {
    name: 'refunds that two people let go another way without the answer of the gateway: look whether it sent the money, too',
    sql: `select o.order_code || ', Rp' || r.amount as at from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where exists (select 1 from ledger_entries l where l.payment_id = p.id and l.act = 'overruled' and l.refund_id = r.id) order by r.number`,
  },
  {
    name: 'refunds that two ways have sent: the platform bears one of them',
    sql: `select o.order_code || ', Rp' || r.amount as at from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where r.gateway_key = r.id::text order by r.number`,
  },
  {
    name: 'people who have bought more tickets of a show than its present limit for one person: gifts do not count',
    sql: `select max(o.order_code) || ', ' || count(*) || ' of ' || e.max_tickets_per_person as at from seat_claims c join orders o on o.id = c.order_id
        join accounts a on a.id = o.account_id join events e on e.id = o.event_id
      where c.kind = 'sold' and not exists (select 1 from payments g where g.order_id = o.id and g.method_code = '${giftMethod}')
      group by a.person, e.id having count(*) > e.max_tickets_per_person order by 1`,
  },
];

/** The rows that staff should look at, by list. */
export async function listForStaff(q: Queryable): Promise<Pick<Finding, 'name' | 'rows'>[]> {
  const found: Pick<Finding, 'name' | 'rows'>[] = [];
  for (const { name, sql } of lists) {
    const rows = await q.query<{ at: string }>(`${sql} limit ${rowsNamed}`);
    if (rows.length > 0) found.push({ name, rows: rows.map(({ at }) => at) });
  }
  return found;
}
