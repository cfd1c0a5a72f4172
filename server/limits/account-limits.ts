import { refusal } from '../http/refuse.ts';
import type { Services } from '../services.ts';
import type { RowLimits } from './call-limits.ts';

/** The most callers of one call that are remembered. */
const mostLastCallers = 10_000;

/** Counts the calls of accounts for one row of the contract. */
export class AccountLimits {
  readonly #services: Pick<Services, 'config' | 'clock' | 'limits'>;
  readonly #name: string;
  readonly #limits: RowLimits;
  /** Account ids by session id, of a call with a limit of its own. */
  readonly #lastCallers = new Map<string, string>();

  constructor(
    services: Pick<Services, 'config' | 'clock' | 'limits'>,
    name: string,
    limits: RowLimits,
  ) {
    this.#services = services;
    this.#name = name;
    this.#limits = limits;
  }

  /** Remembers whose calls a tight limit counts. */
  note(sessionId: string | null, accountId: string): void {
    if (sessionId === null || !this.#limits.countsAlways) return;
    if (this.#lastCallers.size >= mostLastCallers) this.#lastCallers.clear();
    this.#lastCallers.set(sessionId, accountId);
  }

  /** Reserves the next call of a session while its sign-in is read, so that `spend` need not wait for the database. */
  prepare(sessionId: string | null): void {
    const accountId = sessionId === null ? undefined : this.#lastCallers.get(sessionId);
    if (accountId === undefined) return;
    const { clock, limits } = this.#services;
    for (const limit of this.#limits.perAccount) {
      limits.budgets.prepare(this.#key(accountId), limit, clock.now());
    }
  }

  /** Counts one call. Throws 429 with the seconds to wait. */
  async spend(accountId: string, body: unknown): Promise<void> {
    const { config, clock, limits } = this.#services;
    if (!(config.rateLimits || this.#limits.countsAlways)) return;
    for (const limit of this.#limits.perAccount) {
      if (limit.counts !== undefined && !limit.counts(body)) continue;
      const wait = await limits.budgets.spend(this.#key(accountId), limit, clock.now());
      if (wait > 0) throw refusal('tooManyRequests', { retryAfterSeconds: wait });
    }
  }

  #key(accountId: string): string {
    return `${this.#name} account ${accountId}`;
  }
}
