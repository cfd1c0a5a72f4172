import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJoins } from '../../../server/domain/session/joins.ts';
import { steerQueue } from '../../../server/domain/session/queue.ts';
import { expectSound, party } from '../support/purchase.ts';
import { untilDecided } from '../support/race/until-decided.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { actorOf } from './locks/control.ts';
import { createOwn, describePostgres } from './own-database.ts';

describePostgres('joins at two processes', (url) => {
  let apps: readonly TestApp[];
  beforeAll(async () => {
    await createOwn(url);
    const env = { DATABASE_URL: url };
    const first = await createTestApp({ env, events: [party] });
    apps = [first, await createTestApp({ env, events: [party] })];
    await steerQueue(first.services, party, { capacity: 0 });
  });
  afterAll(async () => {
    for (const app of apps ?? []) await app.close();
  });

  /** Every account joins at both processes at once. */
  const joinTwice = async () => {
    const [first] = apps;
    const buyers = await first!.makeBuyers(60);
    const joins = apps.map(({ services }) => createJoins(() => services));
    const device = { id: null, takeOver: false };
    return Promise.allSettled(
      buyers.flatMap((buyer) =>
        joins.map((own) =>
          untilDecided(() =>
            own.join(party, { actor: actorOf(buyer), device, presaleCode: null, before: null }),
          ),
        ),
      ),
    );
  };

  it('give each account one number, and no number twice or to nobody', async () => {
    const answers = await joinTwice();
    const numbers = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.queue_info?.number : answer.reason,
    );
    for (let index = 0; index < numbers.length; index += 2) {
      expect(numbers[index]).toBe(numbers[index + 1]);
    }
    expect(new Set(numbers).size).toBe(60);
    await expectSound(apps[0]!.services.db);
  });
});
