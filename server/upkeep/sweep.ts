import { sweepKept } from '../domain/accounts/retention.ts';
import { keepCodesKeyed } from '../domain/catalogue/folder/kept-codes.ts';
import { sweepSubjects } from '../domain/visit/shares.ts';
import { sweepIdempotencyKeys } from '../http/idempotency.ts';
import type { Services } from '../services.ts';

const everyMs = 10 * 60_000;

/**
 * Deletes expired idempotency keys, Google round trips, budgets, solved challenges and subjects of past events, and the rows past their retention period; brings the codes of
 * former releases into the form of this one, later than the rolling restart, whose former processes look them up.
 */
export async function sweepOnce({
  config,
  db,
  clock,
  keys,
}: Pick<Services, 'config' | 'db' | 'clock' | 'keys'>): Promise<void> {
  const now = clock.now();
  await sweepIdempotencyKeys(db, now);
  await db.query('delete from google_flows where expires_at < $1', [now]);
  await db.query('delete from limit_budgets where ends_at < $1', [now]);
  await db.query('delete from challenge_uses where expires_at < $1', [now]);
  await sweepSubjects(db, now);
  await sweepKept(db, config.keep, now);
  while (await db.tx((tx) => keepCodesKeyed(tx, keys.staff, null)));
}

/** Sweeps every ten minutes until stopped; logs failures and retries. */
export function startSweeping(services: Services): { stop(): void } {
  const timer = setInterval(() => {
    sweepOnce(services).catch((error: unknown) =>
      services.log.error({ err: error }, 'the sweep of old rows failed'),
    );
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
