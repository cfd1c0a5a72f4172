import type { Queryable } from '../../db/db.ts';
import { historyChecks } from './invariants-history.ts';
import { ledgerChecks } from './invariants-ledger.ts';
import { rowChecks } from './invariants-rows.ts';

/** The twelve invariants that must hold at every instant (§16.25), by number. */
export const invariantNames = [
  'a seat has at most one live hold or sale',
  'a paid order has its tickets: one for each seat, all distinct',
  'a ticket belongs to an order that is paid',
  'money received is paid, refunded or to be refunded',
  'no more are let in than the room holds, at every instant',
  'they are let in in the order they joined',
  'an account has one live session, a session one live order, an order one live payment',
  'no hold outlives its deadline and grace unless a payment is pending',
  'a voucher is used no more often than it may be',
  'completed is final',
  'every change of state has its row in the audit log',
  'what is charged is what was shown',
] as const;

/** The result of a check that found broken rows. */
export interface Finding {
  readonly number: number;
  readonly name: string;
  /** At most `rowsNamed` of them. */
  readonly rows: readonly string[];
}

/** The most rows that a finding names; more would not help. */
export const rowsNamed = 100;

/** Options of the check. */
export interface LookOptions {
  /** Skips checks that an operator may break on purpose. */
  readonly operator?: boolean;
  /** The instant before which no hold may have its deadline; without it, holds are not checked. */
  readonly holdsDueBefore?: Date;
}

/** Runs every check; an empty list means a sound database. Pass one snapshot: changes between the statements would look like broken invariants. */
export async function findBroken(q: Queryable, options: LookOptions = {}): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const check of [...rowChecks, ...ledgerChecks, ...historyChecks]) {
    if (options.operator === true && check.operatorMayBreak === true) continue;
    if (check.needsInstant === true && options.holdsDueBefore === undefined) continue;
    const rows = await q.query<{ at: string }>(
      `select at from (${check.sql}) broken limit ${rowsNamed}`,
      check.needsInstant === true ? [options.holdsDueBefore] : [],
    );
    if (rows.length === 0) continue;
    found.push({ number: check.number, name: check.name, rows: rows.map((row) => row.at) });
  }
  return found;
}

/** The findings of `findBroken`, one line per row: the check and the row that breaks it. */
export async function brokenInvariants(q: Queryable, options: LookOptions = {}): Promise<string[]> {
  const found = await findBroken(q, options);
  return found.flatMap(({ name, rows }) => rows.map((row) => `${name}: ${row}`));
}
