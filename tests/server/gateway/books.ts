import type { TwinCharge } from '../../../server/dev/twins/twin.ts';
import type { TestApp, TestClient } from '../support/test-app.ts';

type OwnBook = {
  readonly id: string;
  readonly came: number;
  readonly back: number;
  readonly is_by_hand: boolean;
};

/** What is wrong at any moment: a charge of which more went back than came, a person with more tickets than the limit. */
export async function brokenNow(
  { services: { db } }: TestApp,
  { accountId }: TestClient,
  charges: readonly TwinCharge[],
  limit: number,
): Promise<string[]> {
  const [has] = await db.query<{ bought: number }>(
    `select count(*)::int as bought from seat_claims c join orders o on o.id = c.order_id
     where o.account_id = $1 and c.kind = 'sold'`,
    [accountId],
  );
  return [
    ...charges
      .filter(({ received, returned }) => returned > received)
      .map(({ paymentId, received, returned }) => `${returned} of ${received} back: ${paymentId}`),
    ...((has?.bought ?? 0) > limit ? [`${has?.bought} bought at a limit of ${limit}`] : []),
  ];
}

/** What is wrong at rest beside that: a charge whose money is another in the ledger than at its gateway, a notice that still waits. */
export async function brokenAtRest(
  { services: { db } }: TestApp,
  { accountId }: TestClient,
  charges: readonly TwinCharge[],
): Promise<string[]> {
  const own = await db.query<OwnBook>(
    `select p.id, coalesce(sum(l.amount) filter (where l.act in ('paid', 'unearned')), 0)::int as came,
       coalesce(-sum(l.amount) filter (where l.act = 'refunded'), 0)::int as back,
       p.charge_state = 'paidByHand' as is_by_hand
     from payments p left join ledger_entries l on l.payment_id = p.id and l.party = 'gateway'
     where p.account_id = $1 group by p.id`,
    [accountId],
  );
  const waiting = await db.query<{ id: number }>(
    `select n.id from payment_notices n join payments p on p.id::text = n.payment_ref
     where p.account_id = $1 and n.state = 'received'`,
    [accountId],
  );
  return [
    ...own.flatMap(({ id, came, back, is_by_hand }) => {
      // The desk pays by hand without asking the gateway first: a bank may have taken the money back already.
      if (is_by_hand) return [];
      const { received = 0, returned = 0 } = charges.find((one) => one.paymentId === id) ?? {};
      const isSame = came === received && back === returned;
      return isSame ? [] : [`${received} - ${returned} there, ${came} - ${back} here: ${id}`];
    }),
    ...waiting.map(({ id }) => `notice ${id} waits`),
  ];
}
