import type { Queryable } from '../../../../server/db/db.ts';

type Column = {
  readonly type: string;
  readonly isRequired: boolean;
  readonly isFilled: boolean;
};

type Constraint = {
  readonly table: string;
  readonly kind: string;
  readonly columns: readonly string[];
  readonly definition: string;
};

/** What statements can rely on, by `table.column`, and by constraint or unique index. */
export interface Schema {
  readonly columns: ReadonlyMap<string, Column>;
  readonly rules: ReadonlyMap<string, Constraint>;
}

/** Reads the tables of the schema `public`. */
export async function schemaOf(db: Queryable): Promise<Schema> {
  const columns = await db.query<{ name: string } & Column>(
    `select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired",
       a.atthasdef or a.attidentity <> '' as "isFilled"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  );
  const rules = await db.query<{ name: string } & Constraint>(
    `select n.conname as name, c.relname as "table", n.contype::text as kind, pg_get_constraintdef(n.oid) as definition,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (n.conkey)) as columns
     from pg_constraint n join pg_class c on c.oid = n.conrelid
     where c.relnamespace = 'public'::regnamespace and n.contype in ('c', 'f', 'u', 'p', 'x')
     union all
     select i.relname, c.relname, 'unique index', pg_get_indexdef(x.indexrelid),
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (x.indkey::int2[]))
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     where c.relnamespace = 'public'::regnamespace and x.indisunique
       and not exists (select 1 from pg_constraint n where n.conindid = x.indexrelid)`,
  );
  return {
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    rules: new Map(rules.map(({ name, ...rule }) => [name, rule])),
  };
}

/** Lists why statements that were written for `before` may fail on `after`; empty if `after` only adds. */
export function narrowingsBetween(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf));
  return [...lostColumns(before, after), ...newDuties(tables, before, after)];
}

const tableOf = (name: string) => name.slice(0, name.indexOf('.'));

function lostColumns(before: Schema, after: Schema): string[] {
  return [...before.columns].flatMap(([name, was]) => {
    const is = after.columns.get(name);
    if (is === undefined) return [`${name} is gone`];
    if (is.type !== was.type) return [`${name} changes from ${was.type} to ${is.type}`];
    if (is.isRequired && !was.isRequired) return [`${name} becomes required`];
    return was.isFilled && is.isRequired && !is.isFilled ? [`${name} loses its default`] : [];
  });
}

/** What an insert or update of a table that existed must fulfil now. */
function newDuties(tables: ReadonlySet<string>, before: Schema, after: Schema): string[] {
  const required = [...after.columns].flatMap(([name, { isRequired, isFilled }]) =>
    tables.has(tableOf(name)) && !before.columns.has(name) && isRequired && !isFilled
      ? [`${name} is new and required without a default`]
      : [],
  );
  const rules = [...after.rules].flatMap(([name, rule]) => {
    const was = before.rules.get(name);
    const isOfOldColumns = rule.columns.some((column) =>
      before.columns.has(`${rule.table}.${column}`),
    );
    if (!isOfOldColumns || isAsWide(was, rule)) return [];
    return [`${rule.table}: ${name} is new or narrower: ${rule.definition}`];
  });
  return [...required, ...rules];
}

/** True for the same rule, a key that follows updates, and a check that allows every value in quotation marks that it allowed. */
function isAsWide(was: Constraint | undefined, is: Constraint): boolean {
  if (was === undefined) return false;
  if (was.definition === is.definition) return true;
  const values = (text: string) => text.match(/'[^']*'/g) ?? [];
  const shape = (text: string) =>
    text.replaceAll(/'[^']*'(?:::\w+)?(?:, )?| ON UPDATE CASCADE/g, '');
  const now = new Set(values(is.definition));
  return (
    shape(was.definition) === shape(is.definition) &&
    values(was.definition).every((value) => now.has(value))
  );
}
