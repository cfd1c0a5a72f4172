import type { Row, Tx } from '../../../db/db.ts';
import type { DesiredVoucher } from './desired-prices.ts';
import { namedInLine, namedLine } from './printed-lines.ts';
import { changedColumns, columnsSql, shown } from './row-changes.ts';

/** Changes of the vouchers of an event. One that orders name is switched off in place of removed, so that they keep their discount. */
export async function voucherChanges(tx: Tx, seriesId: string, desired: readonly DesiredVoucher[]) {
  const stored = await tx.query<Row & { id: string; code: string; is_active: boolean }>(
    `select ${columnsSql(desired, 'id', 'code', 'is_active')} from vouchers where series_id = $1`,
    [seriesId],
  );
  const byId = new Map(stored.map((row) => [row.id, row]));
  const wanted = new Set(desired.map(({ id }) => id));
  const added = desired.filter(({ id }) => !byId.has(id));
  const changed = desired.flatMap((row) => {
    const own = byId.get(row.id);
    const columns = own === undefined ? [] : changedColumns(own, row);
    return own === undefined || columns.length === 0 ? [] : [{ row, own, columns }];
  });
  const gone = stored.filter(({ id, is_active }) => !wanted.has(id) && is_active);
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
        ? changed.flatMap(({ row, own, columns }) =>
            columns.map(
              (column) =>
                `~ voucher ${row.code}: ${column.replaceAll('_', ' ')} ${shown(own[column])} → ${shown(row[column])}`,
            ),
          )
        : codesLine(
            '~',
            changed.map(({ row }) => row),
          )),
      ...codesLine('-', removed),
      ...codesLine('-', switchedOff).map((line) => `${line}, whose orders keep their discount`),
    ],
    async write() {
      const rows = [...added, ...changed.map(({ row }) => row)];
      if (rows.length > 0) await upsert(tx, rows);
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

async function upsert(tx: Tx, rows: readonly DesiredVoucher[]): Promise<void> {
  await tx.query(
    `insert into vouchers (id, code, series_id, kind, value, max_uses, per_person, max_discount, min_purchase, categories, shows,
       starts_at, expires_at, description, is_active)
     select v.id, v.code, v.series_id, v.kind, v.value, v.max_uses, v.per_person, v.max_discount, v.min_purchase,
       nullif(v.categories, 'null'), nullif(v.shows, 'null'), v.starts_at, v.expires_at, v.description, v.is_active
     from jsonb_to_recordset($1::jsonb) as v (id text, code text, series_id text, kind text, value bigint, max_uses int,
       per_person int, max_discount bigint, min_purchase bigint, categories jsonb, shows jsonb, starts_at timestamptz,
       expires_at timestamptz, description text, is_active boolean)
     on conflict (id) do update set kind = excluded.kind, value = excluded.value, max_uses = excluded.max_uses,
       per_person = excluded.per_person, max_discount = excluded.max_discount, min_purchase = excluded.min_purchase,
       categories = excluded.categories, shows = excluded.shows, starts_at = excluded.starts_at,
       expires_at = excluded.expires_at, description = excluded.description, is_active = true`,
    [JSON.stringify(rows)],
  );
}
