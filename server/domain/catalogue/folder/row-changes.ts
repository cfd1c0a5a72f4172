import { isDeepStrictEqual } from 'node:util';
import type { Row, Tx } from '../../../db/db.ts';
import type { DesiredShow } from './desired.ts';

/** A row with its id. */
export type Keyed = Row & { readonly id: string };

/** A value for an operator. */
export function shown(value: unknown): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/** Names of the columns whose stored value differs from the desired one. */
export function changedColumns(stored: Row, desired: Row): string[] {
  return Object.keys(desired).filter((column) => !isSame(stored[column], desired[column]));
}

function isSame(stored: unknown, desired: unknown): boolean {
  if (stored instanceof Date && desired instanceof Date) {
    return stored.getTime() === desired.getTime();
  }
  if (typeof desired === 'object' && desired !== null) {
    return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(desired)));
  }
  return stored === desired;
}

/** The columns of rows, and further ones, as SQL: constants, never input. */
export function columnsSql(rows: readonly Row[], ...further: readonly string[]): string {
  return [...new Set([...further, ...rows.flatMap(Object.keys)])].join(', ');
}

/** A value as a parameter: jsonb takes text. */
function parameter(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}

const statements = {
  events: { insert: 'insert into events', update: 'update events', key: 'id' },
  categories: { insert: 'insert into categories', update: 'update categories', key: 'id' },
  forms: { insert: 'insert into forms', update: 'update forms', key: 'id' },
  queue_rooms: {
    insert: 'insert into queue_rooms',
    update: 'update queue_rooms',
    key: 'event_id',
  },
} as const;
/** A table of the catalogue that event folders write. */
type CatalogueTable = keyof typeof statements;

/** Inserts a row; the names of its columns are constants of the desired rows, never input. */
export async function insertRow(tx: Tx, table: CatalogueTable, row: Row): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await tx.query(
    `${statements[table].insert} (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(row).map(parameter),
  );
}

/** Sets columns of the row with a key. */
export async function updateRow(
  tx: Tx,
  table: CatalogueTable,
  key: string,
  row: Row,
  columns: readonly string[],
): Promise<void> {
  if (columns.length === 0) return;
  const sets = columns.map((column, index) => `${column} = $${index + 2}`);
  const { update, key: column } = statements[table];
  await tx.query(`${update} set ${sets.join(', ')} where ${column} = $1`, [
    key,
    ...columns.map((name) => parameter(row[name])),
  ]);
}

/** Changes of the rows of one table. */
interface RowChanges {
  readonly lines: readonly string[];
  upsert(): Promise<void>;
  remove(): Promise<void>;
}

/** Changes of the categories or forms of a show. A form with answers is switched off in place of removed, so that they keep their questions. */
export async function rowChanges(
  tx: Tx,
  table: 'categories' | 'forms',
  eventId: string,
  desired: readonly (Keyed & { readonly name: string })[],
): Promise<RowChanges> {
  const stored = await tx.query<Keyed & { name: string }>(
    `select ${columnsSql(desired, 'id', 'name', ...(table === 'forms' ? ['is_active'] : []))} from ${table} where event_id = $1`,
    [eventId],
  );
  const noun = table === 'forms' ? 'form' : 'category';
  const byId = new Map(stored.map((row) => [row.id, row]));
  const added = desired.filter(({ id }) => !byId.has(id));
  const changed = desired.flatMap((row) => {
    const own = byId.get(row.id);
    const columns = own === undefined ? [] : changedColumns(own, row);
    return own === undefined || columns.length === 0 ? [] : [{ row, own, columns }];
  });
  const wanted = new Set(desired.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !wanted.has(id));
  const answered = table === 'forms' ? await formsWithAnswers(tx, gone) : new Set<string>();
  const removed = gone.filter(({ id }) => !answered.has(id));
  const switchedOff = gone.filter(({ id, is_active }) => answered.has(id) && is_active === true);
  return {
    lines: [
      ...added.map(({ name }) => `+ ${noun} ${name}`),
      ...changed.flatMap(({ row, own, columns }) =>
        columns.map((column) => {
          const isLong = typeof row[column] === 'object';
          const change = isLong ? '' : ` ${shown(own[column])} → ${shown(row[column])}`;
          return `~ ${noun} ${row.name}: ${column.replaceAll('_', ' ')}${change}`;
        }),
      ),
      ...removed.map(({ name }) => `- ${noun} ${name}`),
      ...switchedOff.map(({ name }) => `- ${noun} ${name}, whose answers are kept`),
    ],
    async upsert() {
      for (const row of added) await insertRow(tx, table, { ...row, event_id: eventId });
      for (const { row, columns } of changed) {
        await updateRow(tx, table, row.id, row, columns);
      }
    },
    async remove() {
      await tx.query(`delete from ${table} where id = any($1::text[])`, [
        removed.map(({ id }) => id),
      ]);
      if (switchedOff.length === 0) return;
      await tx.query('update forms set is_active = false where id = any($1::text[])', [
        switchedOff.map(({ id }) => id),
      ]);
    },
  };
}

async function formsWithAnswers(tx: Tx, forms: readonly Keyed[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ form_id: string }>(
    'select distinct form_id from attendee_answers where form_id = any($1::text[])',
    [forms.map(({ id }) => id)],
  );
  return new Set(rows.map(({ form_id }) => form_id));
}

/** Changes of the queue of a show. */
export async function queueChanges(tx: Tx, { event, queue }: DesiredShow) {
  const desired = queue ?? {};
  const [stored] = await tx.query(
    `select ${columnsSql([desired], 'event_id')} from queue_rooms where event_id = $1`,
    [event.id],
  );
  const columns = stored === undefined ? [] : changedColumns(stored, desired);
  return {
    lines: columns.map(
      (column) =>
        `~ queue: ${column.replaceAll('_', ' ')} ${shown(stored?.[column])} → ${shown(desired[column])}`,
    ),
    async write() {
      await updateRow(tx, 'queue_rooms', event.id, desired, columns);
    },
  };
}
