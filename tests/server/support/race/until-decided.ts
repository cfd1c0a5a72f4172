import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseBusy } from '../../../../server/db/transaction.ts';

const askAgainMs = 20;

/**
 * Tries again while the database is busy: a slow machine lets some wait past the time of their lane, and nothing is decided for them. A full
 * lane refuses at once, and without a pause the next tries would leave its work no time.
 */
export async function untilDecided<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error;
      await sleep(askAgainMs);
    }
  }
}
