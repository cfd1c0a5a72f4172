import type { Queryable, Row, Tx } from '../../db/db.ts';
import { sqlState } from '../../db/transaction.ts';
import { type AuditEntry, auditAll, auditParameter, auditSql, type Trail } from '../audit.ts';

/** One row of a lifecycle: what an event makes of a thing that is in a state (§4.1). */
export interface Step<
  S extends string = string,
  E extends string = string,
  C extends string = string,
> {
  /** Null where the event makes the thing. */
  readonly from: S | null;
  readonly event: E;
  readonly to: S;
  /** The clock whose deadline the step sets; null leaves the deadline as it is. */
  readonly clock: C | null;
  /** Verb of the audit row, as in 'session.join'; null where the audit row of another thing records the step. */
  readonly audit: string | null;
}

/** A row as the tables write it: from one or several states, event, to, clock, audit verb. */
export type StepRow<S extends string, E extends string, C extends string> = readonly [
  from: S | readonly S[] | null,
  event: E,
  to: S,
  clock: C | null,
  audit: string | null,
];

/** A lifecycle of the server: the only steps that a state column takes, and how they are written down. */
export interface Lifecycle<S extends string, E extends string, C extends string = never> {
  /** What the audit log calls the thing, as in 'session:ID'. */
  readonly thing: string;
  readonly table: string;
  /** The state column. */
  readonly column: string;
  /** Assigned at every step beside the state, as SQL over the row `s` and the new state `t.after`. */
  readonly also: string | null;
  /** Columns that come back from a step, as SQL over the row `s`; the id where it is left out. */
  readonly returns?: string;
  /** What the audit log calls a state, where not by its own name; null for a passing one, whose steps have no verb. */
  readonly audited?: Readonly<Record<string, string | null>>;
  /** Type of the column `id`; 'uuid' where it is left out. */
  readonly key?: 'text';
  readonly steps: readonly Step<S, E, C>[];
}

/** A row of the table whose state is about to change. */
export interface Thing<S extends string> {
  readonly id: string;
  /** Null for a thing that belongs to no account. */
  readonly account_id: string | null;
  /** The state the caller read, under the lock of the row where it holds one. */
  readonly state: S;
  /** What the audit log calls that state, where the lifecycle has `audited`. */
  readonly audited?: string;
}

/** What a step records beside the state. */
export interface Change {
  readonly at: Date;
  /** Who did it; the account that the thing belongs to where it is left out. */
  readonly by?: Trail;
  readonly detail?: object;
  /** Where many things take the step together: the detail of each, by its id. */
  readonly details?: ReadonlyMap<string, object>;
}

/** Expands the rows of a table, one step for each state that a row starts from. */
export function stepsOf<S extends string, E extends string, C extends string>(
  rows: readonly StepRow<S, E, C>[],
): readonly Step<S, E, C>[] {
  return rows.flatMap(([from, event, to, clock, audit]) => {
    const sources: readonly (S | null)[] = Array.isArray(from) ? from : [from as S | null];
    return sources.map((source) => ({ from: source, event, to, clock, audit }));
  });
}

/** The step of a thing in state `from` on an event. Throws an Error where the lifecycle has none: the caller has to look first. */
export function stepOf<S extends string, E extends string, C extends string>(
  lifecycle: Lifecycle<S, E, C>,
  from: S | null,
  event: E,
): Step<S, E, C> {
  const step = lifecycle.steps.find((one) => one.from === from && one.event === event);
  if (step !== undefined) return step;
  const { thing } = lifecycle;
  throw new Error(
    from === null
      ? `No ${thing} begins with '${event}'.`
      : `A ${thing} that is '${from}' has no step on '${event}'.`,
  );
}

/**
 * Takes one step with each of many things; one statement writes the states and the audit rows, in the order of `things`. The only
 * statement of the server that changes a state column. A thing that left its state since it was read is skipped; the rows that were
 * written come back in the order of `things`. Throws an Error, with nothing written, for a step that the lifecycle does not have.
 */
export async function advanceAll<
  S extends string,
  E extends string,
  C extends string,
  R extends Row,
>(
  q: Queryable,
  lifecycle: Lifecycle<S, E, C>,
  things: readonly Thing<S>[],
  event: E,
  change: Change,
  columns: Row = {},
): Promise<R[]> {
  if (things.length === 0) return [];
  const written = await step<S, E, C, R>(q, lifecycle, things, event, change, columns, 'skip');
  const byId = new Map(written.map((row) => [row.id, row]));
  return things.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * Takes one step with a thing whose row the caller has locked, by one statement. Fails, and the transaction with it, where the thing is not in the
 * state that the caller read.
 */
export async function advance<S extends string, E extends string, C extends string, R extends Row>(
  tx: Tx,
  lifecycle: Lifecycle<S, E, C>,
  thing: Thing<S>,
  event: E,
  change: Change,
  columns: Row = {},
): Promise<R> {
  const left = `The ${lifecycle.thing} ${thing.id} is not '${thing.state}' any more.`;
  const steps = step<S, E, C, R>(tx, lifecycle, [thing], event, change, columns, 'fail');
  const [row] = await steps.catch((error: unknown) => {
    throw sqlState(error) === notNullViolation ? new Error(left, { cause: error }) : error;
  });
  if (row === undefined) throw new Error(left);
  return row;
}

const notNullViolation = '23502';

function step<S extends string, E extends string, C extends string, R extends Row>(
  q: Queryable,
  lifecycle: Lifecycle<S, E, C>,
  things: readonly Thing<S>[],
  event: E,
  change: Change,
  columns: Row,
  moved: 'skip' | 'fail',
): Promise<(R & { id: string })[]> {
  const { table, column, also, returns = 's.id', key = 'uuid' } = lifecycle;
  const steps = things.map((thing) => stepOf(lifecycle, thing.state, event));
  const entries = things.flatMap((thing, index) => {
    const [entry] = entryOf(lifecycle, thing, steps[index] as Step<S, E, C>, change);
    return entry === undefined ? [] : [{ ...entry, key: thing.id }];
  });
  const names = Object.keys(columns);
  const assigned = [
    // A state column is not null: the statement fails for a row in another state.
    moved === 'skip'
      ? `${column} = t.after`
      : `${column} = case s.${column} when t.before then t.after end`,
    ...(also === null ? [] : [also]),
    ...names.map((name, index) => `${name} = $${index + 4}`),
  ];
  const parameters: unknown[] = [
    things.map(({ id }) => id),
    things.map(({ state }) => state),
    steps.map(({ to }) => to),
    ...names.map((name) => columns[name]),
  ];
  const update = `update ${table} s set ${assigned.join(', ')}
    from unnest($1::${key}[], $2::text[], $3::text[]) t (id, before, after)
    where s.id = t.id${moved === 'skip' ? ` and s.${column} = t.before` : ''} returning ${returns}`;
  if (entries.length === 0) return q.query(update, parameters);
  const audited = auditSql(
    `$${parameters.push(auditParameter(entries))}`,
    'where t.key in (select id::text from moved)',
  );
  return q.query(
    `with moved as (${update}), audited as (${audited}) select ${returns} from moved s`,
    parameters,
  );
}

/** A row with a `status` column that the caller has locked. */
export type LockedRow<S extends string> = {
  readonly id: string;
  readonly account_id: string;
  readonly status: S;
};

/** The same for a table with the columns `status` and `updated_at`. */
export async function advanceStatus<S extends string, E extends string, C extends string>(
  tx: Tx,
  lifecycle: Lifecycle<S, E, C>,
  { id, account_id, status }: LockedRow<S>,
  event: E,
  change: Change,
  columns: Row = {},
): Promise<void> {
  const stamped = { ...columns, updated_at: change.at };
  await advance(tx, lifecycle, { id, account_id, state: status }, event, change, stamped);
}

/**
 * Inserts a thing in the state that `event` gives it, with its audit row, by one statement. `conflict` names the unique index, as SQL after
 * 'on conflict', that may refuse it; false then.
 */
export async function beginRecorded<S extends string, E extends string, C extends string>(
  q: Queryable,
  lifecycle: Lifecycle<S, E, C>,
  event: E,
  columns: Row & { readonly id: string; readonly account_id?: string },
  change: Change,
  conflict: string | null = null,
): Promise<boolean> {
  const first = stepOf(lifecycle, null, event);
  const given: Row = { ...columns, [lifecycle.column]: first.to };
  const names = Object.keys(given);
  const parameters = names.map((name) => given[name]);
  const insert = `insert into ${lifecycle.table} (${names.join(', ')})
    values (${names.map((_, index) => `$${index + 1}`).join(', ')})
    ${conflict === null ? '' : `on conflict ${conflict} do nothing`} returning id`;
  const entries = entryOf(lifecycle, columns, first, change);
  const audited = auditSql(
    `$${parameters.push(auditParameter(entries))}`,
    'where exists (select 1 from made)',
  );
  const rows = await q.query(
    `with made as (${insert}), audited as (${audited}) select id from made`,
    parameters,
  );
  return rows.length > 0;
}

/**
 * Inserts many things in the state that `event` gives them, in their order, by one statement; `conflict` as for `beginRecorded`. Returns the ids of those
 * that were inserted, and writes their audit rows; `by` says who did it, by id.
 */
export async function beginAll<S extends string, E extends string, C extends string>(
  tx: Tx,
  lifecycle: Lifecycle<S, E, C>,
  event: E,
  things: readonly (Row & { readonly id: string; readonly account_id: string })[],
  conflict: string,
  change: Pick<Change, 'at'> & { readonly by: ReadonlyMap<string, Trail> },
): Promise<ReadonlySet<string>> {
  const [first] = things;
  if (first === undefined) return new Set();
  const step = stepOf(lifecycle, null, event);
  const { table, column } = lifecycle;
  const names = [...Object.keys(first), column];
  const rows = await tx.query<{ id: string }>(
    `insert into ${table} (${names.join(', ')})
     select ${names.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)
     on conflict ${conflict} do nothing returning id`,
    [JSON.stringify(things.map((thing) => ({ ...thing, [column]: step.to })))],
  );
  const begun = new Set(rows.map(({ id }) => id));
  await auditAll(
    tx,
    things
      .filter(({ id }) => begun.has(id))
      .flatMap((thing) =>
        entryOf(lifecycle, thing, step, { at: change.at, ...trailOf(change.by.get(thing.id)) }),
      ),
  );
  return begun;
}

function trailOf(by: Trail | undefined): { readonly by?: Trail } {
  return by === undefined ? {} : { by };
}

function entryOf<S extends string, E extends string, C extends string>(
  { thing, audited }: Pick<Lifecycle<S, E, C>, 'thing' | 'audited'>,
  row: { readonly id: string; readonly account_id?: string | null; readonly audited?: string },
  step: Step<S, E, C>,
  { at, by, details, ...change }: Change,
): AuditEntry[] {
  if (step.audit === null) return [];
  const detail = details?.get(row.id) ?? change.detail;
  return [
    {
      at,
      accountId: by === undefined ? (row.account_id ?? null) : by.accountId,
      staffId: by?.staffId ?? null,
      action: `${thing}.${step.audit}`,
      object: `${thing}:${row.id}`,
      before: row.audited ?? step.from,
      after: audited === undefined ? step.to : (audited[step.to] ?? null),
      requestId: by?.requestId ?? null,
      addressPrefix: by?.addressPrefix ?? null,
      ...(detail === undefined ? {} : { detail }),
    },
  ];
}
