import type { Queryable } from '../../db/db.ts';
import { type Finding, rowsNamed } from './invariants.ts';

/** What breaks nothing, and what a person should look at. */
const lists: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'refunds from the dashboard of a gateway, which name no ticket: void those that they were for',
    sql: `select o.order_code || ', Rp' || r.amount as at from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where r.kind = 'dashboard' and p.status = 'completed' order by r.number`,
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
