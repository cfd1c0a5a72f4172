import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import {
  beginPayment,
  concert,
  expectSound,
  holdSeats,
  join,
  party,
  payerDoes,
  paymentOf,
  sessionOf,
} from '../support/purchase.ts';
import { createTestApp, type TestClient } from '../support/test-app.ts';

const dataDir = mkdtempSync(joinPath(tmpdir(), 'roetix-restart-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = () => createTestApp({ env: { DATA_DIR: dataDir }, events: [concert, party] });

describe('a restart', () => {
  it('loses no position in the queue, no hold, no deadline and no payment', async () => {
    const before = await start();
    const waiting = await before.makeBuyers(6);
    for (const buyer of waiting) await join(buyer, party);
    const [holder, payer] = await before.makeBuyers(2);
    const draft = await holdSeats(before, holder!, concert, 2);
    const payment = await beginPayment(before, payer!, concert, 2);
    const told = await Promise.all([...waiting, holder!, payer!].map(sessionOf));
    await before.close();

    const after = await start();
    try {
      /** The same browser tab, connected to the new process. */
      const same = (buyer: TestClient): TestClient => {
        const headers = { cookie: buyer.cookie };
        const fresh = after.anonymous();
        return {
          ...fresh,
          accountId: buyer.accountId,
          email: buyer.email,
          call: (call, given = {}) =>
            fresh.call(call, { ...given, headers: { ...headers, ...given.headers } }),
        };
      };
      const again = await Promise.all(
        [...waiting, holder!, payer!].map((buyer) => sessionOf(same(buyer))),
      );
      expect(again.map((answer) => answer.session?.expires_at)).toEqual(
        told.map((answer) => answer.session?.expires_at),
      );
      expect(again.map((answer) => answer.queue_info?.queue_position)).toEqual(
        told.map((answer) => answer.queue_info?.queue_position),
      );
      const kept = await same(holder!).call(calls.readDraft, { params: { slug: concert } });
      expect(kept.body.data.order_data).toEqual(draft.order_data);
      expect((await paymentOf(same(payer!), concert)).payment_data).toEqual(payment.payment_data);

      await payerDoes(after, payment.id, 'settlement');
      expect((await paymentOf(same(payer!), concert)).ticket_ids).toHaveLength(2);
      await same(waiting[0]!).call(calls.exitSession);
      expect((await sessionOf(same(waiting[2]!))).session?.state).toBe('online');
      expect((await sessionOf(same(waiting[3]!))).queue_info?.queue_position).toBe(1);
      await expectSound(after.services.db);
    } finally {
      await after.close();
    }
  });
});
