import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { findBroken } from '../../../../server/domain/invariants/invariants.ts';
import { expireSession } from '../../../../server/domain/session/sessions.ts';
import type { GatewayStatus } from '../../../../server/gateway/gateway.ts';
import {
  askPayment,
  beginPayment,
  concert,
  expectSound,
  holdSeats,
  lockDraft,
  paymentOf,
  sessionOf,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;
const graceSeconds = () => app.services.config.graceSeconds;
const chargeOf = async (paymentId: string) =>
  (
    await app.services.db.query<{ status: GatewayStatus }>(
      'select status from simulated_charges where payment_id = $1',
      [paymentId],
    )
  )[0]?.status;

/** Runs `meanwhile` before the gateway makes the next charge; with `dies` the response is lost. */
function duringCharge(meanwhile: () => Promise<unknown>, dies = false): void {
  const gateway = app.services.gateways.of('simulated');
  const { charge } = gateway;
  Object.assign(gateway, {
    charge: async (request: Parameters<typeof charge>[0]) => {
      Object.assign(gateway, { charge });
      await meanwhile();
      const data = await charge(request);
      if (dies) throw new Error('the process is gone');
      return data;
    },
  });
}

describe('a charge in progress when its buyer leaves', () => {
  it('is voided afterwards: no unwatched charge can be paid', async () => {
    const buyer = await one();
    await lockDraft(app, buyer, concert, 1);
    duringCharge(() => buyer.call(calls.exitSession));
    const { payment } = (await askPayment(buyer, concert)).body.data;
    expect(payment.status).toBe('failed');
    expect(await chargeOf(payment.id)).toBe('pending');
    await app.advance(16);
    expect(await chargeOf(payment.id)).toBe('cancel');
  });

  it('is paid and its notification lost: the reconciler still finds and handles the money', async () => {
    const buyer = await one();
    await lockDraft(app, buyer, concert, 1);
    duringCharge(() => buyer.call(calls.exitSession));
    const { payment } = (await askPayment(buyer, concert)).body.data;
    await app.services.db.query(
      `update simulated_charges set status = 'settlement' where payment_id = $1`,
      [payment.id],
    );
    await app.advance(16);
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
  });

  it.each([
    ['is watched too', 0],
    // The gateway knows no charge, and one is under way.
    ['is asked about again if the reconciler came before the charge', 16],
  ])('whose process died before it recorded the charge %s', async (_, seconds) => {
    const buyer = await one();
    await lockDraft(app, buyer, concert, 1);
    duringCharge(async () => {
      await buyer.call(calls.exitSession);
      if (seconds > 0) await app.advance(seconds);
    }, true);
    expect((await askPayment(buyer, concert)).status).toBe(503);
    const payment = await paymentOf(buyer, concert);
    await app.services.db.query(
      `update simulated_charges set status = 'settlement' where payment_id = $1`,
      [payment.id],
    );
    await app.advance(16);
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
  });
});

describe('a deadline', () => {
  it('that moved during the sweep ends nothing and voids nothing', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    const { session } = await sessionOf(buyer);
    await expireSession(app.services, session!.id);
    expect(await chargeOf(payment.id)).toBe('pending');
    expect((await sessionOf(buyer)).session?.state).toBe('payment_processing');
    await buyer.call(calls.exitSession);
  });

  it('and grace period once over, cancelling the draft does not revive the session', async () => {
    const buyer = await one();
    await lockDraft(app, buyer, concert, 1);
    const { clock, config } = app.services;
    // No tick: the sweep has not run yet.
    clock.advance(config.paymentSelectionMinutes * 60 + graceSeconds() + 1);
    const answer = await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    expect(answer.status).toBe(404);
    expect((await sessionOf(buyer)).session?.state).toBe('expired');
    await app.tick();
    expect((await sessionOf(buyer)).session?.end_reason).toBe('deadline');
  });

  it('in its grace period the draft can still be cancelled', async () => {
    const buyer = await one();
    await lockDraft(app, buyer, concert, 1);
    const { clock, config } = app.services;
    clock.advance(config.paymentSelectionMinutes * 60 + graceSeconds() - 1);
    const answer = await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    expect(answer.status).toBe(200);
    expect((await sessionOf(buyer)).session?.state).toBe('online');
    await buyer.call(calls.exitSession);
  });
});

describe('holds', () => {
  it('past deadline and grace period are reported, and a sweep leaves none', async () => {
    const [browsing, paying] = await app.makeBuyers(2);
    const draft = await holdSeats(app, browsing!, concert, 2);
    await beginPayment(app, paying!, concert, 1);
    const { clock, config, db } = app.services;
    const overdue = async () => {
      const holdsDueBefore = new Date(clock.now().getTime() - graceSeconds() * 1000);
      return (await findBroken(db, { holdsDueBefore })).flatMap((finding) => finding.rows);
    };
    clock.advance(config.sessionMinutes * 60 + graceSeconds() - 1);
    expect(await overdue()).toEqual([]);
    clock.advance(2);
    // The one with a pending payment is not reported: its money may be on the way.
    expect(await overdue()).toEqual([draft.order.order_code]);
    await app.tick();
    expect(await overdue()).toEqual([]);
  });
});
