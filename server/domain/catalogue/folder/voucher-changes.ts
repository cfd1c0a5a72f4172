import type { Row, Tx } from '../../../db/db.ts';
import type { DesiredVoucher } from './desired-prices.ts';
import { namedInLine, namedLine } from './printed-lines.ts';
import { changedColumns, columnsSql, shown } from './row-changes.ts';

/** Changes of the vouchers of an event. One that orders name is switched off in place of removed, so that they keep their discount. */
export async function voucherChanges(tx: Tx, seriesId: string, desired: readonly DesiredVoucher[]) {
  type Stored = Row & { id: string; code: string; code_key: string; is_active: boolean };
  const rows = desired.map(({ row }) => row);
  const stored = await tx.query<Stored>(
    `select ${columnsSql(rows, 'id', 'code', 'code_key', 'is_active')} from vouchers where series_id = $1`,
    [seriesId],
  );
  const byKey = new Map(stored.map((row) => [row.code_key, row]));
  const wanted = new Set(rows.map((row) => row.code_key));
  const added = desired.filter(({ row }) => !byKey.has(row.code_key));
  const changed = desired.flatMap(({ code, row }) => {
    const own = byKey.get(row.code_key);
    const columns = own === undefined ? [] : changedColumns(own, row);
    return own === undefined || columns.length === 0 ? [] : [{ code, row, own, columns }];
  });
  const gone = stored.filter(({ code_key, is_active }) => !wanted.has(code_key) && is_active);
  const used = new Set(
    (
      await tx.query<{ voucher_id: string }>(
        'select distinct voucher_id from orders where voucher_id = any($1::text[])',
        [gone.map(({ id }) => id)],
      )
    ).map(({ voucher_id }) => voucher_id),
  );
  const removed = gone.filter(({ id }) => !used.has(id));
  const switchedOff = gone.filter(({ id }) => used.has(id));
  const isFew = changed.length <= namedInLine;
  return {
    lines: [
      ...codesLine('+', added),
      ...(isFew
        ? changed.flatMap(({ code, row, own, columns }) =>
            columns.map(
              (column) =>
                `~ voucher ${code}: ${column.replaceAll('_', ' ')} ${shown(own[column])} → ${shown(row[column])}`,
            ),
          )
        : codesLine('~', changed)),
      ...codesLine('-', removed),
      ...codesLine('-', switchedOff).map((line) => `${line}, whose orders keep their discount`),
    ],
    async write() {
      if (added.length + changed.length > 0) await upsert(tx, [...added, ...changed]);
      if (gone.length === 0) return;
      await tx.query('delete from vouchers where id = any($1::text[])', [
        removed.map(({ id }) => id),
      ]);
      await tx.query('update vouchers set is_active = false where id = any($1::text[])', [
        switchedOff.map(({ id }) => id),
      ]);
    },
  };
}

const codesLine = (sign: string, vouchers: readonly { readonly code: string }[]) =>
  namedLine(
    sign,
    'voucher',
    vouchers.map(({ code }) => code),
  );

async function upsert(tx: Tx, vouchers: readonly Pick<DesiredVoucher, 'row'>[]): Promise<void> {
  await tx.query(
    `insert into vouchers (code_key, code, series_id, kind, value, max_uses, per_person, max_discount, min_purchase, categories, shows,
       starts_at, expires_at, description, is_active)
     select v.code_key, v.code, v.series_id, v.kind, v.value, v.max_uses, v.per_person, v.max_discount, v.min_purchase,
       nullif(v.categories, 'null'), nullif(v.shows, 'null'), v.starts_at, v.expires_at, v.description, v.is_active
     from jsonb_to_recordset($1::jsonb) as v (code_key text, code text, series_id text, kind text, value bigint, max_uses int,
       per_person int, max_discount bigint, min_purchase bigint, categories jsonb, shows jsonb, starts_at timestamptz,
       expires_at timestamptz, description text, is_active boolean)
     on conflict (code_key, coalesce(series_id, '')) do update set kind = excluded.kind, value = excluded.value, max_uses = excluded.max_uses,
       per_person = excluded.per_person, max_discount = excluded.max_discount, min_purchase = excluded.min_purchase,
       categories = excluded.categories, shows = excluded.shows, starts_at = excluded.starts_at,
       expires_at = excluded.expires_at, description = excluded.description, is_active = true`,
    [JSON.stringify(vouchers.map(({ row }) => row))],
  );
}
