import { expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { twinPosts } from '../../../server/dev/twins/twin.ts';
import { brokenInvariants } from '../../../server/domain/invariants/invariants.ts';
import { Refusal } from '../../../server/http/refusal.ts';
import { runSeed } from '../../support/browser/seed.ts';
import { oneBuyer, setEvent } from '../support/open-shop.ts';
import { operateRefund } from '../support/payment-rows.ts';
import { askPayment, lockDraft, theatre } from '../support/purchase.ts';
import { type Luck, luckOf } from '../support/race/race-luck.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { twinDesk } from '../support/twin-desk.ts';

/** Histories of one server: each may keep a seat. */
const perServer = 20;
const servers = Math.ceil(Number(process.env.HISTORIES ?? 2 * perServer) / perServer);
const longest = 10;
const methods = {
  midtrans: ['qris', 'gopay', 'bni', 'mandiri', 'dana'],
  xendit: ['qris', 'ovo', 'bca', 'shopeepay', 'linkaja'],
} as const;
type Gateway = keyof typeof methods;

const policy = { steps: [{ daysBefore: 1, percent: 50 }], fee: 1_000 };
const waits = [5, 16, 61, 300, 1_200, 86_400];
const faults = ['error', 'lost', 'running', 'denied', 'refundRefused'] as const;

/** One buyer, the other end of the charges, the staff and time, each of which does something at random. */
async function live(app: TestApp, gateway: Gateway, luck: Luck): Promise<string[]> {
  const { db } = app.services;
  const buyer = await oneBuyer(app);
  const told: string[] = [];
  const { press, chargesOf } = twinDesk(app, gateway);
  const paymentsOf = () =>
    db.query<{ id: string; order_code: string }>(
      `select p.id, o.order_code from payments p join orders o on o.id = p.order_id where p.account_id = $1 order by p.created_at`,
      [buyer.accountId],
    );
  const act = async () => {
    const acts = (await chargesOf(buyer)).flatMap((charge) =>
      charge.acts.map((name) => ({ payment_id: charge.paymentId, act: name })),
    );
    if (acts.length === 0) return;
    const chosen = luck.one(acts);
    told.push(chosen.act);
    await press(chosen);
  };
  const operate = (words: readonly string[]) =>
    operateRefund(app, words.join(' ')).catch((error: unknown) => {
      // What the state of the refund does not allow changes nothing.
      if (!(error instanceof Refusal)) throw error;
    });
  const refund = async () => {
    const [payment] = await paymentsOf();
    if (payment === undefined) return;
    const { order_code: order } = payment;
    const commands = [
      ['ask', order],
      ['ask', order, String(1_000 * (1 + luck.below(100)))],
      ['approve', order],
      ['refuse', order, 'Tidak jadi'],
      ['payout', order],
      ['account', order, 'bca', '12345678', 'Siti Contoh'],
      ['wrong-account', order],
      ['paid', order, 'TRF-1'],
    ];
    const words = luck.one(commands);
    told.push(`refund ${words[0]}`);
    await operate(words);
  };
  const buy = async () => {
    const method = luck.one<string>(methods[gateway]);
    told.push(`pay ${method}`);
    await askPayment(buyer, theatre, method);
  };
  const change = async () => {
    const newest = (await paymentsOf()).at(-1);
    if (newest === undefined) return;
    told.push('another method');
    const params = { slug: theatre };
    await buyer.call(calls.voidPayment, { params, body: { payment_id: newest.id } });
    await buy();
  };
  const askBack = async () => {
    const [payment] = await paymentsOf();
    if (payment === undefined) return;
    const params = { orderCode: payment.order_code };
    const read = await buyer.call(calls.orderRefund, { params });
    const expected = read.body.data?.askable ?? 0;
    told.push(`ask back ${expected}`);
    await buyer.call(calls.askOrderRefund, { params, body: { expected } });
  };
  const wait = async () => {
    const seconds = luck.one(waits);
    told.push(`${seconds} s`);
    await app.advance(seconds);
  };
  const disturb = async () => {
    const body = luck.chance(0.5) ? { fault: luck.one(faults) } : { post: luck.one(twinPosts) };
    told.push(JSON.stringify(body));
    await press(body);
  };
  const leave = async () => {
    told.push('leave');
    await buyer.call(calls.exitSession, {});
  };

  await lockDraft(app, buyer, theatre, 1);
  await buy();
  const things = [act, act, act, wait, wait, refund, refund, change, askBack, disturb, leave];
  for (let step = luck.below(longest); step >= 0; step -= 1) await luck.one(things)();
  await press({ post: 'once' });
  await press({ flush: true });
  await app.advance(16);
  return told;
}

it('ledger, payments and refunds agree after any history of a payment', async () => {
  const seed = runSeed(20_261_124);
  for (let server = 0; server < servers; server += 1) {
    const gateway: Gateway = server % 2 === 0 ? 'midtrans' : 'xendit';
    const app = await createTestApp({ events: [theatre], env: { PAYMENT_GATEWAYS: gateway } });
    await setEvent(
      app,
      theatre,
      `refund_policy = $2::jsonb, starts_at = starts_at + interval '2 years',
         ends_at = ends_at + interval '2 years', sale_ends_at = sale_ends_at + interval '2 years'`,
      JSON.stringify(policy),
    );
    for (let index = 0; index < perServer; index += 1) {
      const number = seed + server * perServer + index;
      const told = await live(app, gateway, luckOf(number));
      const broken = await brokenInvariants(app.services.db, { operator: true });
      expect(broken, `seed ${number}, ${gateway}: ${told.join(', ')}`).toEqual([]);
    }
    await app.close();
  }
});
