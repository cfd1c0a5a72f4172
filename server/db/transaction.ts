import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Db, Row, Tx } from './db.ts';
import { BusyError } from './turns.ts';

const maxTries = 3;
const retryBaseMs = 20;
/** Serialisation failure and deadlock: nothing was changed, so a retry is safe. */
const retryCodes = new Set(['40001', '40P01']);

/** Sends one statement on the connection of the driver, behind those sent before it; their results need not have arrived yet. */
export type RunStatement = (sql: string, params: readonly unknown[]) => Promise<Row[]>;

/** The driver's part: one transaction on one connection, without retries; `isPrepared` lets it use the plans that the connection keeps. */
export type RunTransaction = <T>(
  work: (run: RunStatement) => Promise<T>,
  isPrepared: boolean,
) => Promise<T>;

/** Runs the work of a transaction, which `isOpen` says is still open. */
export type WithinTransaction = <T>(
  open: { isOpen: boolean },
  work: () => Promise<T>,
) => Promise<T>;

/** The SQLSTATE of a database error; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True if a unique index refused a row; `index` limits this to one index. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return index === undefined || (error as { constraint?: unknown }).constraint === index;
}

/** SQLSTATE classes of a server that shuts down, starts, has no free connection or was lost; conflicts that remained after all retries. */
const goneStates = /^(?:08|53)\w{3}$|^57P0\w$|^(?:40001|40P01)$/;
const goneCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** Messages of the driver without a code. */
const goneWords =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable/;

/** True for an error that does not concern the statement: the database was unavailable, and a later retry may succeed. */
export function isDatabaseGone(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return goneStates.test(state) || goneCodes.has(state);
  return error instanceof Error && goneWords.test(error.message);
}

/** Message of the driver when the server does not respond at all, not even with a timeout of the statement. */
const lateAnswer = 'Query read timeout';

/** True if the driver gave up the wait for a response: the connection still owes it and cannot be used again. */
export function isAnswerLate(error: unknown): error is Error {
  return error instanceof Error && error.message === lateAnswer;
}

/** True if a migration changed what a statement returns since its connection prepared it ('cached plan must not change result type'): it did nothing. */
export function isPlanStale(error: unknown): error is Error {
  // The message is in the language of the server.
  return (
    sqlState(error) === '0A000' &&
    (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
  );
}

/** Timeout of a lock, a statement or an idle transaction; 25P03 also ends the connection. */
const busyStates = new Set(['55P03', '57014', '25P03']);

/** True if the database is up but has no capacity: nothing was changed, and a later retry may succeed. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof BusyError || isAnswerLate(error) || busyStates.has(sqlState(error) ?? '');
}

/**
 * `Db.tx` over a driver's single transaction: effects run after the commit; up to three tries on 40001 and 40P01, and one more without the plans
 * of the connection where one is stale.
 */
export function transactions(
  runTransaction: RunTransaction,
  within: WithinTransaction = (_open, work) => work(),
): Db['tx'] {
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    let isPrepared = true;
    for (let attempt = 1; ; attempt += 1) {
      const effects: (() => void)[] = [];
      const writes: Promise<unknown>[] = [];
      let result: T;
      try {
        result = await runTransaction(
          (run) => inTransaction(run, effects, writes, work, within),
          isPrepared,
        );
        // The server makes a rollback of the commit after a failed write.
        await Promise.all(writes);
      } catch (error) {
        if (isPrepared && isPlanStale(error)) {
          isPrepared = false;
          continue;
        }
        if (attempt >= maxTries || !retryCodes.has(sqlState(error) ?? '')) throw error;
        await sleep(retryBaseMs * attempt * (1 + Math.random()));
        continue;
      }
      for (const effect of effects) runEffect(effect);
      return result;
    }
  };
}

// The commit has succeeded: a failed message must not tell the caller otherwise.
function runEffect(effect: () => void): void {
  try {
    effect();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

async function inTransaction<T>(
  run: RunStatement,
  effects: (() => void)[],
  writes: Promise<unknown>[],
  work: (tx: Tx) => Promise<T>,
  within: WithinTransaction,
): Promise<T> {
  const scope = { isOpen: true };
  const failures: unknown[] = [];
  const tx: Tx = {
    query: <R extends Row>(sql: string, params: readonly unknown[] = []) => {
      if (!scope.isOpen) {
        return Promise.reject(new Error('A statement came after its transaction had ended.'));
      }
      const rows = run(sql, params) as Promise<R[]>;
      // Of statements that are awaited together the first failure is thrown; the others count as handled.
      rows.catch(() => {});
      return rows;
    },
    afterCommit: (effect) => {
      effects.push(effect);
    },
    withCommit: (...given) => {
      for (const write of given) write.catch((error: unknown) => failures.push(error));
      writes.push(...given);
    },
  };
  try {
    const result = await within(scope, () => work(tx));
    if (writes.length > 0) await nextTurn();
    // A write that failed on this side of the connection would not undo the transaction on the other.
    if (failures.length > 0) throw failures[0];
    return result;
  } finally {
    scope.isOpen = false;
  }
}
