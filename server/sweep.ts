import { sweepIdempotencyKeys } from './http/idempotency.ts';
import { letterFateMs } from './mail/outbox.ts';
import type { Services } from './services.ts';

const everyMs = 10 * 60_000;
const day = 24 * 3_600_000;

/** Forgets what nothing asks for any more: ended authentication sessions, old codes, failures, budgets and solved challenges, round trips to Google and idempotency keys. */
export async function sweepOnce({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const yesterday = new Date(now.getTime() - day);
  await sweepIdempotencyKeys(db, now);
  await db.query('delete from login_failures where at < $1', [yesterday]);
  await db.query('delete from otp_codes where created_at < $1', [yesterday]);
  await db.query('delete from auth_sessions where expires_at < $1', [yesterday]);
  await db.query('delete from google_flows where expires_at < $1', [now]);
  await db.query('delete from limit_budgets where ends_at < $1', [now]);
  await db.query('delete from challenge_uses where expires_at < $1', [now]);
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
