import { setTimeout as sleep } from 'node:timers/promises';
import type { DraftResponse } from '../../contract/order.ts';
import type { Payment } from '../../contract/payment.ts';
import type { SessionResponse } from '../../contract/session.ts';
import type { Envelope, TestClient } from '../../tests/server/support/test-app.ts';
import type { Luck } from './luck.ts';
import type { RaceWire } from './race-wire.ts';

/** Vouchers of a race: one use, five uses. */
export const raceVouchers = { one: 'BALAPSATU', five: 'BALAPLIMA' } as const;

const polls = 15;
const pollEveryMs = 400;
const longestPauseMs = 120;

/** The inputs of a buyer in a race. */
export interface RaceSetting {
  readonly wire: RaceWire;
  readonly slug: string;
  /** Numbers of the seats that all buyers try to get. */
  readonly seats: readonly string[];
  /** The period over which they arrive, in milliseconds. */
  readonly spreadMs: number;
  /** How often a buyer tries to get seats. */
  readonly tries: number;
}

/** One buyer's random path: is queued, takes five seats, loses some, leaves, pays, or does not. */
export async function race(setting: RaceSetting, buyer: TestClient, luck: Luck): Promise<void> {
  const { wire, slug, spreadMs } = setting;
  await sleep(luck.below(spreadMs));
  if (!(await comeIn(setting, buyer, luck))) return;
  if ((await takeSeats(setting, buyer, luck)) === null) {
    if (luck.chance(0.9)) await wire.insist(buyer, 'DELETE', '/session');
    return;
  }
  const at = `/event/${slug}`;
  if (luck.chance(0.08)) {
    await wire.insist(buyer, 'DELETE', `${at}/order-draft`);
    if (luck.chance(0.5)) await wire.insist(buyer, 'DELETE', '/session');
    return;
  }
  if (luck.chance(0.08)) {
    await wire.insist(buyer, 'DELETE', '/session');
    return;
  }
  if (luck.chance(0.06)) return;
  await sleep(luck.below(longestPauseMs));
  const form = { form_submissions: {} };
  await wire.insist(buyer, 'POST', `${at}/order-draft/form-submission`, { body: form });
  const method = { payment_method_code: luck.one(['qris', 'bca', 'dana']) };
  const asked = Array.from({ length: luck.chance(0.2) ? 2 : 1 }, () =>
    wire.insist<{ payment: Payment }>(buyer, 'POST', `${at}/create-payment`, { body: method }),
  );
  const payment = (await Promise.all(asked)).find((answer) => answer?.status === 200);
  if (payment === undefined || payment === null) return;
  await pay(setting, buyer, payment.data.payment, luck);
  await wire.ask(buyer, 'GET', `${at}/payment/status`);
}

async function comeIn(
  { wire, slug }: RaceSetting,
  buyer: TestClient,
  luck: Luck,
): Promise<boolean> {
  const join = () =>
    wire.insist<SessionResponse>(buyer, 'POST', `/event/${slug}/session/queue/join`, { body: {} });
  let told: Envelope<SessionResponse> | null = await join();
  for (let poll = 0; poll < polls; poll += 1) {
    const state = told?.data?.session?.state;
    if (state !== undefined && state !== 'queued') return state === 'online';
    await sleep(pollEveryMs + luck.below(pollEveryMs));
    told = await wire.insist<SessionResponse>(buyer, 'GET', '/session');
  }
  await wire.insist(buyer, 'DELETE', '/session');
  return false;
}

async function takeSeats(
  { wire, slug, seats, tries }: RaceSetting,
  buyer: TestClient,
  luck: Luck,
): Promise<DraftResponse | null> {
  let voucher: string | null = luck.chance(0.4) ? luck.one(Object.values(raceVouchers)) : null;
  const path = `/event/${slug}/order-draft`;
  let held: DraftResponse | null = null;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    // Fewer with each try: five free seats of a hundred soon no longer exist.
    const wanted = luck.pick(seats, Math.max(1, 5 - attempt));
    const body = { seats: wanted, voucher_code: voucher };
    const answer = await wire.insist<DraftResponse>(buyer, 'POST', path, { body });
    if (answer?.status === 200) {
      held = answer.data;
      if (!luck.chance(0.15)) return held;
    } else if (answer?.status === 422) voucher = null;
    else if (answer?.status === 403) return null;
    await sleep(luck.below(longestPauseMs));
  }
  return held;
}

/** The bank's random behaviour: on time, twice, late, out of order, lost, refused, silent, or while the buyer leaves. */
async function pay(
  { wire, slug }: RaceSetting,
  buyer: TestClient,
  payment: Payment,
  luck: Luck,
): Promise<void> {
  const settle = () => wire.tool('POST', `/gateway/${payment.id}`, { outcome: 'settlement' });
  const way = luck.below(11);
  await sleep(luck.below(longestPauseMs));
  if (way < 4) {
    await settle();
  } else if (way === 4) {
    if ((await settle()) !== 200) return;
    const again = `lagi-${payment.id}`;
    await Promise.all(Array.from({ length: 5 }, () => wire.notify(payment, 'settlement', again)));
    for (const late of ['pending', 'expire', 'settlement']) await wire.notify(payment, late);
  } else if (way === 5) {
    await wire.tool('POST', `/gateway/${payment.id}`, { outcome: 'expire' });
    await sleep(luck.below(4 * longestPauseMs));
    await settle();
  } else if (way === 6) {
    // Its notifications are lost for a while, so the server must poll the gateway.
    const fault = { path: '/api/webhooks/payment', status: 503, times: 2 };
    await wire.tool('POST', '/faults', fault);
    await settle();
  } else if (way === 7) {
    await wire.tool('POST', `/gateway/${payment.id}`, { outcome: 'deny' });
  } else if (way === 8) {
    await Promise.all([settle(), wire.insist(buyer, 'DELETE', '/session')]);
  } else if (way === 9) {
    const at = `/event/${slug}`;
    const body = { payment_id: payment.id };
    const give = () => wire.insist(buyer, 'POST', `${at}/payment/void`, { body });
    await Promise.all(luck.chance(0.5) ? [settle(), give()] : [give(), give()]);
    const other = { payment_method_code: 'bca' };
    const again = await wire.insist<{ payment: Payment }>(buyer, 'POST', `${at}/create-payment`, {
      body: other,
    });
    const next = again?.status === 200 ? again.data.payment : null;
    if (next !== null && luck.chance(0.7)) {
      await wire.tool('POST', `/gateway/${next.id}`, { outcome: 'settlement' });
    }
  }
}
