import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { lockShares, readShares } from '../visit/shares.ts';
import { giftMethod } from './methods.ts';
import type { PaymentRow } from './payments-view.ts';

/**
 * True where late money must not bring its order back, because its person would have more tickets than they wanted or may have: another order of the
 * show was begun or paid since, and has its places still, or the places of the order would exceed a share together with others (decision 010). Complimentary
 * tickets are not bought. Locks the shares of the person: two late payments are judged one after the other. Session, order and payment must be locked.
 */
export async function hasBoughtAgain(
  tx: Tx,
  services: Pick<Services, 'config'>,
  { account_id: accountId, order_id: orderId, slug }: PaymentRow,
  now: Date,
): Promise<boolean> {
  const sharer = { accountId };
  await lockShares(tx, services, sharer, slug);
  const others = await tx.query(
    `select 1 as one from orders o join accounts a on a.id = o.account_id join accounts b on b.person = a.person
       join orders x on x.account_id = b.id and x.event_id = o.event_id and x.id <> o.id
     where o.id = $1 and exists (select 1 from seat_claims c where c.order_id = x.id)
       and not exists (select 1 from payments g where g.order_id = x.id and g.method_code = '${giftMethod}')
       and (x.created_at >= o.created_at or x.status <> 'completed' or exists (
         select 1 from payments p join ledger_entries l on l.payment_id = p.id
         where p.order_id = x.id and l.act = 'paid' and l.at >= o.created_at))
     limit 1`,
    [orderId],
  );
  if (others.length > 0) return true;
  const [order] = await tx.query<{ seats: number }>(
    'select count(*)::int as seats from order_seats where order_id = $1',
    [orderId],
  );
  const shares = await readShares(tx, services, sharer, slug, now);
  // A limit that was lowered since does not concern an order that stands alone.
  return shares.some(
    ({ tickets, sold, held }) =>
      tickets !== null && sold + held > 0 && sold + held + (order?.seats ?? 0) > tickets,
  );
}
