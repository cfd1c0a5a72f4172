import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raceOverLock } from '../support/race/lock-race.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { accountLocks } from './locks/accounts.ts';
import type { LockControl } from './locks/control.ts';
import { purchaseLocks } from './locks/purchase.ts';
import { sessionLocks } from './locks/sessions.ts';
import { standingLocks } from './locks/standing.ts';
import { upkeepLocks } from './locks/upkeep.ts';
import { waitingLocks } from './locks/waiting.ts';
import { createOwn, describePostgres } from './own-database.ts';

const controls: readonly LockControl[] = [
  // First: the other races leave seats held, and waiting begins only once none is.
  ...waitingLocks,
  ...sessionLocks,
  ...purchaseLocks,
  ...standingLocks,
  ...accountLocks,
  ...upkeepLocks,
];

describePostgres('a lock of the server', (url) => {
  let app: TestApp;
  beforeAll(async () => {
    await createOwn(url);
    app = await createTestApp({ env: { DATABASE_URL: url } });
  });
  afterAll(() => app?.close());

  describe.each(controls)('of $file, lest $prevents', (control) => {
    const isSound = async (isTaken: boolean) => {
      const { isSound, ...work } = await control.set(app);
      return isSound(await raceOverLock(app.services, { ...control, ...work }, isTaken));
    };

    test('holds', async () => {
      expect(await isSound(true)).toBe(true);
    });

    test('is what holds: without it the same race ends badly', async () => {
      expect(await isSound(false)).toBe(false);
    });
  });
});
