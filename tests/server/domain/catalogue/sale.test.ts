import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { type SaleFacts, saleOf } from '../../../../server/domain/catalogue/sale.ts';
import { oneBuyer, openShop, setEvent } from '../../support/open-shop.ts';
import {
  askPayment,
  concert,
  lockDraft,
  party,
  payerDoes,
  sessionOf,
} from '../../support/purchase.ts';
import { smallSeed, type TestClient } from '../../support/test-app.ts';

const coming = 'konser-tutup-tahun-semarang';
const past = 'pentas-topeng-cirebon';
const cancelled = 'festival-kopi-bogor';
const app = await openShop({ events: [...smallSeed, coming, past, cancelled] }, { operator: true });
const { db, clock } = app.services;

const saleOfEvent = async (slug: string) =>
  (await app.anonymous().call(calls.eventDetail, { params: { slug } })).body.data.sale;
const tryJoin = (client: TestClient, slug: string) =>
  client.call(calls.joinQueue, { params: { slug } });

/** Runs while the concert has another status or beginning, and restores it. */
async function whileSet(column: 'status' | 'starts_at', value: unknown, run: () => Promise<void>) {
  const [row] = await db.query(`select ${column} as before from events where slug = $1`, [concert]);
  await setEvent(app, concert, `${column} = $2`, value);
  try {
    await run();
  } finally {
    await setEvent(app, concert, `${column} = $2`, row?.before);
  }
}
const justBegun = () => new Date(clock.now().getTime() - 5000);

describe('the sale of an event (§10.20)', () => {
  const now = new Date('2026-03-07T05:00:00Z');
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const inJakarta = (hours: number) =>
    at(hours + 7)
      .toISOString()
      .replace('.000Z', '+07:00');
  const active: SaleFacts = {
    status: 'active',
    starts_at: at(24),
    time_zone: 'Asia/Jakarta',
    sale_starts_at: null,
    sale_ends_at: null,
    presale_starts_at: null,
    presale_ends_at: null,
    presale_room_opens_at: null,
    sale_room_opens_at: null,
    has_seats: true,
    judged_at: now,
  };
  const early = { sale_starts_at: at(2), presale_starts_at: at(-1) };
  const rooms = { sale_starts_at: at(2), presale_starts_at: at(1), presale_room_opens_at: at(-1) };
  // The hours are those until the next state, or since the one that stays.
  it.each<[string, Partial<SaleFacts>, string, number | null, string?]>([
    ['until it begins', {}, 'open', 24, 'over'],
    ['before its sale', { sale_starts_at: at(2) }, 'notYet', 2, 'open'],
    ['in its sale', { sale_starts_at: now, sale_ends_at: at(1) }, 'open', 1, 'closed'],
    ['before a presale', { ...early, presale_starts_at: at(1) }, 'notYet', 1, 'presale'],
    [
      'before its waiting room',
      { sale_starts_at: at(2), sale_room_opens_at: at(1) },
      'notYet',
      1,
      'waitingRoom',
    ],
    [
      'in its waiting room',
      { sale_starts_at: at(2), sale_room_opens_at: at(-1) },
      'waitingRoom',
      2,
      'open',
    ],
    ['in the waiting room of a presale', rooms, 'waitingRoom', 1, 'presale'],
    ['in presale until it opens', early, 'presale', 2, 'open'],
    ['in presale until that ends', { ...early, presale_ends_at: at(1) }, 'presale', 1, 'notYet'],
    ['between presale and opening', { ...early, presale_ends_at: now }, 'notYet', 2, 'open'],
    ['without a free or held seat', { has_seats: false }, 'soldOut', 24, 'over'],
    ['before a sale of nothing', { has_seats: false, sale_starts_at: at(2) }, 'notYet', 2, 'open'],
    ['once it has begun', { starts_at: now }, 'over', 0],
    ['from its own end on', { sale_ends_at: at(-1) }, 'closed', -1],
    ['while it is paused', { status: 'paused' }, 'paused', null],
    ['begun while it was paused', { status: 'paused', starts_at: now }, 'over', 0],
    ['when it is closed', { status: 'closed' }, 'closed', null],
    ['when it is postponed', { status: 'postponed' }, 'postponed', null],
    ['when it is cancelled', { status: 'cancelled', starts_at: at(-24) }, 'cancelled', null],
  ])('%s', (_name, facts, state, hours, next) => {
    expect(saleOf({ ...active, ...facts })).toEqual({
      state,
      at: hours === null ? null : inJakarta(hours),
      in_seconds: next === undefined ? null : (hours ?? 0) * 3600,
      ...(next === undefined ? {} : { next }),
    });
  });

  it('is part of the event, and lists and sitemap omit what cannot be bought', async () => {
    for (const [slug, state, isListed] of [
      [concert, 'open', true],
      [coming, 'notYet', true],
      [past, 'over', false],
      [cancelled, 'cancelled', false],
    ] as const) {
      expect((await saleOfEvent(slug))?.state).toBe(state);
      const query = { per_page: '50' };
      const { body } = await app.anonymous().call(calls.eventList, { query });
      const listed = body.data.map((event) => [event.slug, event.sale?.state]);
      expect(listed.filter(([listedSlug]) => listedSlug === slug)).toEqual(
        isListed ? [[slug, state]] : [],
      );
      const { text } = await app.anonymous().ask('GET', '/sitemap.xml');
      expect(text.includes(`/event/${slug}`)).toBe(isListed);
    }
    expect((await saleOfEvent(coming))?.at).toMatch(/T10:00:00\+07:00$/);
  });

  it('is found by words although it is over or cancelled, after the events that sell', async () => {
    const find = async (q: string) => {
      const query = { q, best_first: 'true' };
      const { body } = await app.anonymous().call(calls.eventSearch, { query });
      return body.data.map(({ slug, sale }) => [slug, sale?.state]);
    };
    expect(await find('topeng')).toEqual([[past, 'over']]);
    expect(await find('kopi')).toEqual([[cancelled, 'cancelled']]);
    // A fair of coffee by name, a people's festival by topic: the one that sells comes first.
    expect(await find('festival')).toEqual([
      [party, 'open'],
      [cancelled, 'cancelled'],
    ]);
  });
});

describe('a purchase begun during the sale (§10.23)', () => {
  it('may be finished after the event has started', async () => {
    const buyer = await oneBuyer(app);
    await lockDraft(app, buyer, concert);
    await whileSet('starts_at', justBegun(), async () => {
      await app.tick();
      expect((await tryJoin(buyer, concert)).status).toBe(200);
      const paid = await askPayment(buyer, concert);
      await payerDoes(app, paid.body.data.payment.id, 'settlement');
      await app.tick();
      expect((await sessionOf(buyer)).session?.state).toBe('completed');
      expect((await tryJoin(await oneBuyer(app), concert)).status).toBe(409);
    });
  });
});

describe('joining (§10.21)', () => {
  it.each([
    [coming, 'notYet', /not on sale yet. Sales begin on .+ 10:00 WIB\.$/],
    [past, 'over', /no longer sold: it began on .+ 19:30 WIB\.$/],
    [cancelled, 'cancelled', /^This event has been cancelled$/],
  ])('%s is refused, saying that it is %s', async (slug, state, words) => {
    const buyer = await oneBuyer(app);
    const { body } = await tryJoin(buyer, slug);
    const message = expect.stringMatching(words);
    expect(body).toMatchObject({ status: 409, message, meta: { sale: { state } } });
    expect((await sessionOf(buyer)).session).toBeNull();
  });
});
