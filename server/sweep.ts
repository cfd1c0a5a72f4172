import { sweepKept } from './domain/retention.ts';
import { sweepIdempotencyKeys } from './http/idempotency.ts';
import { letterFateMs } from './mail/outbox.ts';
import type { Services } from './services.ts';

const everyMs = 10 * 60_000;

/**
 * Forgets what nothing asks for any more (idempotency keys, round trips to Google, budgets and solved challenges), and what is past the
 * days of the settings.
 */
export async function sweepOnce({
  config,
  db,
  clock,
}: Pick<Services, 'config' | 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await sweepIdempotencyKeys(db, now);
  await db.query('delete from google_flows where expires_at < $1', [now]);
  await db.query('delete from limit_budgets where ends_at < $1', [now]);
  await db.query('delete from challenge_uses where expires_at < $1', [now]);
  await sweepKept(db, config.keep, now);
}

/**
 * Sweeps every ten minutes until stopped, and carries letters that were left; the latter at once as well. A failure is logged and
 * tried again.
 */
export function startSweeping(services: Services): { stop(): void } {
  const { clock, db, log, mailer } = services;
  const carryLeft = (ageMs: number) => {
    mailer
      .carryLeft(new Date(clock.now().getTime() - ageMs))
      .catch((error: unknown) =>
        log.error({ err: error }, 'letters left behind stay where they are'),
      );
  };
  // Nobody else has an embedded database: what is unsent at the start is nobody's.
  carryLeft(db.kind === 'embedded' ? 0 : letterFateMs);
  const timer = setInterval(() => {
    carryLeft(letterFateMs);
    sweepOnce(services).catch((error: unknown) =>
      log.error({ err: error }, 'the sweep of old rows failed'),
    );
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
