import type { Db } from '../../db/db.ts';

/** Key of the advisory lock under which numbers are given. */
const numberingLock = 7_420_076;
/** Invoices that one run numbers. */
const batch = 500;

/**
 * Gives the invoices and credit notes that have no number yet the next ones of their organiser, in the order of their postings (decision 076).
 * One process at a time; apart from the purchase, so that buyers do not wait for each other's numbers.
 */
export async function numberInvoices(db: Db): Promise<void> {
  const [waiting] = await db.query('select 1 from invoices where number is null limit 1');
  if (waiting === undefined) return;
  await db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1::bigint)', [numberingLock]);
    await tx.query(
      `update invoices i set number = n.number,
         issuer_name = coalesce(i.issuer_name, (select g.name from organizers g where g.id = i.issuer_id)) from (
         select u.posting, row_number() over (partition by u.issuer_id, u.kind order by u.posting) + coalesce((
             select max(k.number) from invoices k where k.issuer_id = u.issuer_id and k.kind = u.kind), 0) as number
         from (select posting, issuer_id, kind from invoices where number is null order by posting limit ${batch}) u) n
       where i.posting = n.posting`,
    );
  });
}

/** How a number is printed. */
export function printedNumber(kind: 'invoice' | 'creditNote', number: number): string {
  return `${kind === 'invoice' ? 'INV' : 'CN'}-${String(number).padStart(6, '0')}`;
}
