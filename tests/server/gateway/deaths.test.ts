import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { stillClock } from '../support/clocks.ts';
import { oneBuyer, replaceParts } from '../support/open-shop.ts';
import { askPayment, beginPayment, concert, expectSound, lockDraft } from '../support/purchase.ts';
import { createLife, mortalDb } from '../support/race/mortal.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';
import { twinDesk } from '../support/twin-desk.ts';

/** More points than any call has. */
const farPoint = 200;
/** Points between two deaths; EVERY_AWAIT=1 dies at each, which takes 40 seconds. */
const stride = process.env.EVERY_AWAIT === '1' ? 1 : 5;

describe.each([
  ['midtrans', 1],
  ['xendit', 2],
])('a process that sells through %s and dies', (name, first) => {
  const life = createLife();
  let app: TestApp;
  let passed = 0;
  beforeAll(async () => {
    const monotonic = performance.now.bind(performance);
    const restore = replaceParts(performance, { now: () => monotonic() + passed });
    app = await createTestApp({
      events: [concert],
      env: { PAYMENT_GATEWAYS: name },
      overrides: { clock: stillClock(), db: mortalDb(await openMigrated(), life) },
    });
    return () => app.close().then(restore);
  });
  afterEach(() => expectSound(app.services.db));

  const pass = async (seconds: number) => {
    passed += seconds * 1_000;
    await app.advance(seconds);
  };
  const chargesOf = (buyer: TestClient) => twinDesk(app, name).chargesOf(buyer);
  const settle = (payment_id: string) => twinDesk(app, name).press({ payment_id, act: 'settle' });
  const ticketsOf = async (buyer: TestClient) => {
    const rows = await app.services.db.query(
      'select 1 as one from tickets where account_id = $1 and voided_at is null',
      [buyer.accountId],
    );
    return rows.length;
  };

  /** Nobody is charged twice, has tickets without money, or has paid without tickets. */
  async function expectFair(buyer: TestClient, at: string): Promise<void> {
    const kept = (await chargesOf(buyer)).filter(({ status }) => status === 'settlement').length;
    expect({ at, tickets: await ticketsOf(buyer) }).toEqual({ at, tickets: kept });
    expect(kept, at).toBeLessThanOrEqual(1);
  }

  it('[F80] at any await of a charge leaves no money without tickets and no tickets without money', async () => {
    let sold = 0;
    for (let point = first; point < farPoint; point += stride) {
      const buyer = await oneBuyer(app);
      await lockDraft(app, buyer, concert, 1);
      life.begin(point);
      await askPayment(buyer, concert).catch(() => undefined);
      const hasDied = life.isDead();
      life.begin(null);
      // Half of the buyers never come back.
      if (point % 2 === 0) await askPayment(buyer, concert);
      for (const charge of await chargesOf(buyer)) await settle(charge.paymentId);
      await pass(61);
      for (const charge of await chargesOf(buyer)) await settle(charge.paymentId);
      await pass(3_600);
      await expectFair(buyer, `point ${point}`);
      sold += await ticketsOf(buyer);
      if (hasDied) continue;
      expect(sold).toBeGreaterThan(0);
      return;
    }
    throw new Error('The charge never came to an end.');
  });

  it('[F80] at any await of a settlement gives the tickets once it is back', async () => {
    for (let point = first; point < farPoint; point += stride) {
      const buyer = await oneBuyer(app);
      const payment = await beginPayment(app, buyer, concert, 1);
      life.begin(point);
      await settle(payment.id).catch(() => undefined);
      const hasDied = life.isDead();
      life.begin(null);
      // A gateway that died with the process forgot that it was paid: the payer pays then.
      await settle(payment.id);
      await pass(16);
      await expectFair(buyer, `point ${point}`);
      expect(await ticketsOf(buyer), `point ${point}`).toBe(1);
      if (!hasDied) return;
    }
    throw new Error('The settlement never came to an end.');
  });
});
