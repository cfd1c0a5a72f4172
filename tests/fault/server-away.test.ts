import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/call/calls.ts';
import type { RootSystem } from '../../machines/root/root.system.ts';
import { prepareCalls } from '../../src/effects/http/api.ts';
import { concert, join, party } from '../server/support/purchase.ts';
import { type Buyer, openShop, type Shop } from '../support/flows/buying.ts';
import { type BuyerStep, buyPatiently } from '../support/flows/patient-buyer.ts';
import { virtualClock } from '../support/flows/virtual-clock.ts';

const awayMs = 60_000;
const busyMs = 60_000;
const retryAfterSeconds = 20;
/** The longest pause of R21 with its jitter, plus a margin. */
const healsWithinMs = 40_000;
/** Advances time in small steps so that responses can arrive in between. */
const pieceMs = 1_000;

let shop: Shop;
beforeAll(async () => {
  // Time must not pass while a lazy module loads.
  await Promise.all([
    import('../../src/app/flows/account-flows.ts'),
    import('../../src/app/flows/purchase-flows.ts'),
    prepareCalls(),
  ]);
  shop = await openShop([concert, party]);
});
// The broker is down throughout and refuses each connection.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => shop.empty());
afterAll(() => shop.close());

type Weather = 'well' | 'away' | 'busy';

const busyAnswer = () =>
  new Response(JSON.stringify({ status: 503, message: 'Sebentar', data: null }), {
    status: 503,
    headers: { 'content-type': 'application/json', 'retry-after': String(retryAfterSeconds) },
  });

/**
 * A new buyer for the queue page. Their time passes only while no response is pending. The server goes away on demand, or with the first
 * call to an address that ends in `unheard`.
 */
async function newBuyer(slug: string = concert, unheard?: string) {
  const client = await shop.newClient();
  const clock = virtualClock();
  const asked: Record<Weather, number> = { well: 0, away: 0, busy: 0 };
  let onTheirWay = 0;
  let goneAt = Number.POSITIVE_INFINITY;

  const weather = (): Weather => {
    const since = clock.now() - goneAt;
    if (since < 0 || since >= awayMs + busyMs) return 'well';
    return since < awayMs ? 'away' : 'busy';
  };
  const network =
    (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (unheard !== undefined && pathname.endsWith(unheard))
        goneAt = Math.min(goneAt, clock.now());
      const now = weather();
      asked[now] += 1;
      if (now === 'away') throw new TypeError('The server is away.');
      if (now === 'busy') return busyAnswer();
      onTheirWay += 1;
      try {
        return await send(input, init);
      } finally {
        onTheirWay -= 1;
      }
    };
  const page = { name: 'queue', slug } as const;
  const goAway = () => {
    goneAt = clock.now();
  };
  const open = () => shop.open(client, page, { network, clock, retries: 0, realtime: false });
  /** Advances time by a step once every response has arrived. */
  const wait = async () => {
    do await sleep(2);
    while (onTheirWay > 0);
    clock.advance(pieceMs);
  };
  const goesOn = (buyer: Buyer, taken: Set<BuyerStep>, until?: (buyer: Buyer) => boolean) =>
    buyPatiently(shop, buyer, slug, 2, { wait, taken, ...(until && { until }) });
  /** The server is away, then busy, then well for as long as recovery may take; the buyer completes what they began. */
  const recovers = async (
    buyer: Buyer,
    holds: () => void | Promise<void>,
    taken = new Set<BuyerStep>(),
  ) => {
    const end = goneAt + awayMs + busyMs + healsWithinMs;
    while (clock.now() < end) await wait();
    expect(asked.away).toBeGreaterThan(0);
    expect(asked.busy).toBeGreaterThan(0);
    await holds();
    await goesOn(buyer, taken);
    await shop.expectOnePurchase(client);
  };
  return { open, goAway, asked, goesOn, recovers };
}

/** The flow of a place, while the buyer is there. */
function flowAt<K extends 'queue' | 'seatDraft' | 'orderForm' | 'payment'>(
  buyer: Buyer,
  place: string,
  flow: K,
) {
  const isThere = buyer.root.getSnapshot().matches({ place } as never);
  return isThere
    ? (buyer.flow(flow).getSnapshot() as ReturnType<RootSystem[K]['getSnapshot']>)
    : undefined;
}
const at = {
  queue: (buyer: Buyer) => flowAt(buyer, 'queueing', 'queue'),
  seats: (buyer: Buyer) => flowAt(buyer, 'choosingSeats', 'seatDraft'),
  form: (buyer: Buyer) => flowAt(buyer, 'fillingForms', 'orderForm'),
  payment: (buyer: Buyer) => flowAt(buyer, 'paying', 'payment'),
};

/** The progress of the buyer and the current page. */
function belongings(buyer: Buyer) {
  const { auth, reading } = buyer.root.getSnapshot().context;
  const { seats, preview } = at.seats(buyer)?.context ?? {};
  const { submissions, draft } = at.form(buyer)?.context ?? {};
  const { methodCode, reading: paid } = at.payment(buyer)?.context ?? {};
  return {
    path: buyer.path(),
    auth,
    session: reading?.id,
    step: reading?.step,
    seats,
    price: preview,
    answers: submissions,
    draft: draft?.order_data,
    methodCode,
    payment: paid?.payment.id,
  };
}

interface Step {
  readonly path: string;
  readonly reached: (buyer: Buyer) => boolean;
  /** The buyer's next action, not taken yet. */
  readonly next: readonly BuyerStep[];
}

/** Where the server becomes unreachable. */
const steps = {
  'chooses seats': {
    path: 'seats',
    reached: (buyer) => (at.seats(buyer)?.context.preview ?? null) !== null,
    next: ['hold'],
  },
  'fills the forms': {
    path: 'order-form',
    reached: (buyer) => at.form(buyer)?.matches({ open: { step: 'confirming' } }) === true,
    next: ['confirm'],
  },
  'chooses a method': {
    path: 'payment-method',
    reached: (buyer) => (at.payment(buyer)?.context.methodCode ?? null) !== null,
    next: ['pay'],
  },
  'is to pay': {
    path: 'payment',
    reached: (buyer) => (at.payment(buyer)?.context.reading ?? null) !== null,
    next: [],
  },
} as const satisfies Readonly<Record<string, Step>>;

/** Presses whose call never reaches the server, with the path they lead to once it is back. */
const presses = [
  ['that holds the seats', steps['chooses seats'], 'hold', 'order-form'],
  ['that sends the forms', steps['fills the forms'], 'confirm', 'payment-method'],
  ['that makes the payment', steps['chooses a method'], 'pay', 'payment'],
] as const;

describe('[F69][F70] the server is unreachable for a minute and busy for another', () => {
  it.each(Object.entries(steps))(
    'while the buyer %s: nothing is lost, and they go on',
    async (_step, { reached, path, next }: Step) => {
      const { open, goAway, goesOn, recovers } = await newBuyer();
      const buyer = open();
      const taken = new Set<BuyerStep>(next);
      await goesOn(buyer, taken, reached);
      const before = belongings(buyer);
      expect(before).toMatchObject({ path: `/event/${concert}/${path}`, auth: 'verified' });
      goAway();
      const isSame = () => {
        expect(belongings(buyer)).toEqual(before);
        for (const step of next) taken.delete(step);
      };
      await recovers(buyer, isSame, taken);
    },
  );

  it.each(presses)(
    'at the press %s: it is done by itself, once',
    async (_press, { reached }: Step, press, path) => {
      const { open, goAway, goesOn, recovers } = await newBuyer();
      const buyer = open();
      const taken = new Set<BuyerStep>([press]);
      await goesOn(buyer, taken, reached);
      goAway();
      taken.delete(press);
      await goesOn(buyer, taken, () => taken.has(press));
      const isDone = { path: `/event/${concert}/${path}`, auth: 'verified' };
      await recovers(buyer, () => expect(belongings(buyer)).toMatchObject(isDone), taken);
    },
  );

  it('in the queue the position is kept and the turn comes', async () => {
    const others = await shop.app.makeBuyers(2);
    for (const other of others) await join(other, party);
    const { open, goAway, goesOn, recovers } = await newBuyer(party);
    const buyer = open();
    const isWaiting = () => at.queue(buyer)?.matches('waiting') === true;
    await goesOn(buyer, new Set(), isWaiting);
    const before = belongings(buyer);
    expect(before).toMatchObject({ step: 'queued', auth: 'verified' });
    goAway();
    // The heartbeat may be later than that: the buyer comes back to the page.
    buyer.root.send({ type: 'page.woke' });
    await recovers(buyer, async () => {
      expect(isWaiting()).toBe(true);
      expect(belongings(buyer)).toEqual(before);
      for (const other of others) await other.call(calls.exitSession, {});
      await shop.app.tick();
    });
  });

  it('at the join the buyer enters the queue without a press', async () => {
    const { open, goesOn, recovers, asked } = await newBuyer(concert, '/session/queue/join');
    const buyer = open();
    await goesOn(buyer, new Set(), () => asked.away > 0);
    const isIn = { path: `/event/${concert}/seats`, step: 'online' };
    await recovers(buyer, () => expect(belongings(buyer)).toMatchObject(isIn));
  });

  it('while the page loads the buyer stays signed in and reaches the page', async () => {
    const { open, goAway, recovers } = await newBuyer();
    goAway();
    const buyer = open();
    await recovers(buyer, () => expect(belongings(buyer).auth).toBe('verified'));
  });
});
