import type { Queryable } from '../db/db.ts';

/** A failed sign-in as it is stored: the account, its group of devices, and the time. */
export interface FailureLane {
  readonly key: string;
  /** The group in which failures are counted, such as one known device. */
  readonly address: string;
  readonly at: Date;
}

/** Stores one failure. */
export async function storeFailure(q: Queryable, { key, address, at }: FailureLane): Promise<void> {
  await q.query('insert into login_failures (account_key, address, at) values ($1, $2, $3)', [
    key,
    address,
    at,
  ]);
}

/** Deletes one failure that was stored in advance. */
export async function forgetFailure(
  q: Queryable,
  { key, address, at }: FailureLane,
): Promise<void> {
  await q.query(
    `delete from login_failures where ctid = (
       select ctid from login_failures where account_key = $1 and address = $2 and at = $3 limit 1)`,
    [key, address, at],
  );
}

/** Deletes every failure of a lane. */
export async function forgetFailures(
  q: Queryable,
  { key, address }: Pick<FailureLane, 'key' | 'address'>,
): Promise<void> {
  await q.query('delete from login_failures where account_key = $1 and address = $2', [
    key,
    address,
  ]);
}
