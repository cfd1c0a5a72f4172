import type { Queryable } from '../../db/db.ts';
import { enqueue } from '../../jobs/job-store.ts';

/** What a gateway is asked for: how a charge stands, whether a notice holds, to send money back, to pay it out to a bank account. */
export type JobKind = 'ask' | 'notice' | 'refund' | 'payout';

/** The gateway of orders without money. */
export const freeGateway = 'none';

/** The queue of one kind at one gateway. */
export function queueOf(kind: JobKind, gateway: string): string {
  return `${kind}-${gateway}`;
}

/** Makes a job of a payment due, in the caller's transaction. */
export async function enqueueFor(
  q: Queryable,
  kind: Exclude<JobKind, 'notice'>,
  { id, gateway }: { readonly id: string; readonly gateway: string },
  dueAt: Date,
): Promise<void> {
  if (gateway !== freeGateway) {
    await enqueue(q, [{ queue: queueOf(kind, gateway), key: id, dueAt }]);
  }
}

/** Makes the job of a notice due, in the caller's transaction. */
export function enqueueNotice(
  q: Queryable,
  { id, gateway }: { readonly id: number; readonly gateway: string },
  dueAt: Date,
): Promise<void> {
  return enqueue(q, [{ queue: queueOf('notice', gateway), key: String(id), dueAt }]);
}
