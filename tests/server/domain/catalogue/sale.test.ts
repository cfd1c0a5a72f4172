import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { type Sale, saleSchema } from '../../../../contract/catalogue.ts';
import { type SaleFacts, saleOf } from '../../../../server/domain/catalogue/sale.ts';
import {
  askPayment,
  concert,
  expectSound,
  join,
  lockDraft,
  party,
  payerDoes,
  sessionOf,
} from '../../support/purchase.ts';
import { createTestApp, smallSeed, type TestApp, type TestClient } from '../../support/test-app.ts';

const coming = 'konser-tutup-tahun-semarang';
const past = 'pentas-topeng-cirebon';
const cancelled = 'festival-kopi-bogor';
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [...smallSeed, coming, past, cancelled] });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db, { operator: true }));

const buyers = async <N extends number>(count: N) => app.makeBuyers(count);
const set = (slug: string, column: 'status' | 'starts_at' | 'ends_at', value: string | Date) =>
  app.services.db.query(`update events set ${column} = $2 where slug = $1`, [slug, value]);
const detailOf = async (slug: string) =>
  (await app.anonymous().call(calls.eventDetail, { params: { slug } })).body.data;
const tryJoin = (client: TestClient, slug: string) =>
  client.call(calls.joinQueue, { params: { slug } });

/** Runs with an event in another state, and restores it. */
async function whileSet(
  slug: string,
  changes: Record<string, string | Date>,
  run: () => Promise<void>,
) {
  const [row] = await app.services.db.query<Record<string, string | Date>>(
    'select status, starts_at, ends_at from events where slug = $1',
    [slug],
  );
  const names = ['status', 'starts_at', 'ends_at'] as const;
  for (const name of names) if (changes[name]) await set(slug, name, changes[name]);
  try {
    await run();
  } finally {
    for (const name of names) if (row) await set(slug, name, row[name] as string | Date);
  }
}
const ago = (seconds: number) => new Date(app.services.clock.now().getTime() - seconds * 1000);

describe('the sale of an event', () => {
  const now = new Date('2026-03-07T05:00:00Z');
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
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
  const tomorrow = '2026-03-08T12:00:00+07:00';
  const early = { sale_starts_at: at(2), presale_starts_at: at(-1) };
  it.each<[string, Partial<SaleFacts>, Sale]>([
    ['open until it begins', {}, { state: 'open', at: tomorrow, in_seconds: 86_400, next: 'over' }],
    [
      'not yet open',
      { sale_starts_at: at(2) },
      { state: 'notYet', at: '2026-03-07T14:00:00+07:00', in_seconds: 7200, next: 'open' },
    ],
    [
      'open from that moment on, until its own end',
      { sale_starts_at: now, sale_ends_at: at(1) },
      { state: 'open', at: '2026-03-07T13:00:00+07:00', in_seconds: 3600, next: 'closed' },
    ],
    [
      'announced before a presale',
      { ...early, presale_starts_at: at(1) },
      { state: 'notYet', at: '2026-03-07T13:00:00+07:00', in_seconds: 3600, next: 'presale' },
    ],
    [
      'announced before its waiting room',
      { sale_starts_at: at(2), sale_room_opens_at: at(1) },
      { state: 'notYet', at: '2026-03-07T13:00:00+07:00', in_seconds: 3600, next: 'waitingRoom' },
    ],
    [
      'a waiting room until it opens',
      { sale_starts_at: at(2), sale_room_opens_at: at(-1) },
      { state: 'waitingRoom', at: '2026-03-07T14:00:00+07:00', in_seconds: 7200, next: 'open' },
    ],
    [
      'the waiting room of a presale until that opens',
      { sale_starts_at: at(2), presale_starts_at: at(1), presale_room_opens_at: at(-1) },
      { state: 'waitingRoom', at: '2026-03-07T13:00:00+07:00', in_seconds: 3600, next: 'presale' },
    ],
    [
      'in presale until it opens',
      early,
      { state: 'presale', at: '2026-03-07T14:00:00+07:00', in_seconds: 7200, next: 'open' },
    ],
    [
      'in presale until that ends',
      { ...early, presale_ends_at: at(1) },
      { state: 'presale', at: '2026-03-07T13:00:00+07:00', in_seconds: 3600, next: 'notYet' },
    ],
    [
      'announced between presale and opening',
      { ...early, presale_ends_at: now },
      { state: 'notYet', at: '2026-03-07T14:00:00+07:00', in_seconds: 7200, next: 'open' },
    ],
    [
      'sold out without a free or held seat',
      { has_seats: false },
      { state: 'soldOut', at: tomorrow, in_seconds: 86_400, next: 'over' },
    ],
    [
      'announced although nothing is left',
      { has_seats: false, sale_starts_at: at(2) },
      { state: 'notYet', at: '2026-03-07T14:00:00+07:00', in_seconds: 7200, next: 'open' },
    ],
    [
      'over once it has begun',
      { starts_at: now },
      { state: 'over', at: '2026-03-07T12:00:00+07:00', in_seconds: null },
    ],
    [
      'closed from its own end on',
      { sale_ends_at: at(-1) },
      { state: 'closed', at: '2026-03-07T11:00:00+07:00', in_seconds: null },
    ],
    ['paused', { status: 'paused' }, { state: 'paused', at: null, in_seconds: null }],
    [
      'over although it was paused',
      { status: 'paused', starts_at: now },
      { state: 'over', at: '2026-03-07T12:00:00+07:00', in_seconds: null },
    ],
    ['closed', { status: 'closed' }, { state: 'closed', at: null, in_seconds: null }],
    ['postponed', { status: 'postponed' }, { state: 'postponed', at: null, in_seconds: null }],
    [
      'cancelled, whenever it would have been',
      { status: 'cancelled', starts_at: at(-24) },
      { state: 'cancelled', at: null, in_seconds: null },
    ],
  ])('is %s', (_name, facts, sale) => {
    expect(saleOf({ ...active, ...facts })).toEqual(sale);
  });

  it.each([
    ['open', 'open'],
    ['onSale', 'open'],
    ['announced', 'notYet'],
    ['presale', 'presale'],
    ['mystery', 'unknown'],
  ])('is read as it is called elsewhere: %s is %s (ruling R20)', (state, read) => {
    expect(saleSchema.parse({ state, at: null, in_seconds: null }).state).toBe(read);
  });

  it('is part of the event and of the lists', async () => {
    expect((await detailOf(concert)).sale?.state).toBe('open');
    expect((await detailOf(coming)).sale).toMatchObject({ state: 'notYet' });
    expect((await detailOf(coming)).sale?.at).toMatch(/T10:00:00\+07:00$/);
    expect((await detailOf(past)).sale?.state).toBe('over');
    expect((await detailOf(cancelled)).sale?.state).toBe('cancelled');
    const { body } = await app.anonymous().call(calls.eventList, { query: { per_page: '50' } });
    const listed = body.data.map(({ slug, sale }) => [slug, sale?.state]);
    expect(listed).toContainEqual([coming, 'notYet']);
    expect(listed.map(([slug]) => slug)).not.toContain(past);
    expect(listed.map(([slug]) => slug)).not.toContain(cancelled);
  });

  it('is found by words although it is over or cancelled, after the events that sell', async () => {
    const find = async (q: string) =>
      (await app.anonymous().call(calls.eventSearch, { query: { q, best_first: 'true' } })).body
        .data;
    expect((await find('topeng')).map(({ sale }) => sale?.state)).toEqual(['over']);
    expect((await find('kopi')).map(({ sale }) => sale?.state)).toEqual(['cancelled']);
    // A fair of coffee by name, a people's festival by topic: the one that sells comes first.
    const states = (await find('festival')).map(({ slug, sale }) => [slug, sale?.state]);
    expect(states).toEqual([
      [party, 'open'],
      [cancelled, 'cancelled'],
    ]);
  });

  it('omits events from the sitemap that cannot be bought', async () => {
    const { text } = await app.anonymous().ask('GET', '/sitemap.xml');
    expect(text).toContain(`/event/${coming}`);
    expect(text).not.toContain(`/event/${past}`);
    expect(text).not.toContain(`/event/${cancelled}`);
  });
});

describe('joining', () => {
  it.each([
    [coming, 'notYet', /not on sale yet. Sales begin on .+ 10:00 WIB\.$/],
    [past, 'over', /no longer sold: it began on .+ 19:30 WIB\.$/],
    [cancelled, 'cancelled', /^This event has been cancelled$/],
  ])('%s is refused, saying that it is %s', async (slug, state, words) => {
    const [buyer] = await buyers(1);
    const { status, body } = await tryJoin(buyer!, slug);
    expect(status).toBe(409);
    expect(body.message).toMatch(words);
    expect(body.meta).toMatchObject({ sale: { state } });
    expect((await sessionOf(buyer!)).session).toBeNull();
  });

  it('is possible from the start of the sale', async () => {
    const own = await createTestApp({ events: [coming] });
    try {
      const [early] = await own.makeBuyers(1);
      const asked = await own.anonymous().call(calls.eventDetail, { params: { slug: coming } });
      expect((await tryJoin(early!, coming)).status).toBe(409);
      own.services.clock.advance(asked.body.data.sale?.in_seconds ?? 0);
      // The previous account is signed out by now.
      const [buyer] = await own.makeBuyers(1);
      expect((await tryJoin(buyer!, coming)).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe('a purchase begun during the sale', () => {
  it('may be finished after the event has started', async () => {
    const [buyer] = await buyers(1);
    await lockDraft(app, buyer!, concert);
    await whileSet(concert, { starts_at: ago(5) }, async () => {
      await app.tick();
      expect((await tryJoin(buyer!, concert)).status).toBe(200);
      const paid = await askPayment(buyer!, concert);
      expect(paid.status).toBe(200);
      await payerDoes(app, paid.body.data.payment.id, 'settlement');
      await app.tick();
      expect((await sessionOf(buyer!)).session?.state).toBe('completed');
      const [late] = await buyers(1);
      expect((await tryJoin(late!, concert)).status).toBe(409);
    });
  });

  it('is not paid once the event is cancelled, and its session ends for that reason', async () => {
    const [buyer, waiting] = await buyers(2);
    await lockDraft(app, buyer!, concert);
    await app.anonymous().ask('POST', `/dev/queue/${concert}`, { body: { capacity: 1 } });
    expect((await join(waiting!, concert)).session?.state).toBe('queued');
    await whileSet(concert, { status: 'cancelled' }, async () => {
      const refused = await askPayment(buyer!, concert);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This event has been cancelled',
      ]);
      await app.tick();
      for (const told of [buyer!, waiting!]) {
        expect((await sessionOf(told)).session).toMatchObject({
          state: 'cancelled',
          end_reason: 'cancelled',
        });
      }
    });
    await app.anonymous().ask('POST', `/dev/queue/${concert}`, { body: { capacity: null } });
  });

  it('no queued session becomes online once the event has started', async () => {
    const [inside, waiting] = await buyers(2);
    await app.anonymous().ask('POST', `/dev/queue/${concert}`, { body: { capacity: 1 } });
    await join(inside!, concert);
    expect((await join(waiting!, concert)).session?.state).toBe('queued');
    await whileSet(concert, { starts_at: ago(5) }, async () => {
      await inside!.call(calls.exitSession);
      expect((await sessionOf(waiting!)).session?.state).toBe('queued');
      await app.tick();
      expect((await sessionOf(waiting!)).session).toMatchObject({
        state: 'cancelled',
        end_reason: 'closed',
      });
    });
    await app.anonymous().ask('POST', `/dev/queue/${concert}`, { body: { capacity: null } });
  });
});

describe('the only show of an event (ruling R1)', () => {
  it('has its own date, its own end and its lowest price, and no count of seats', async () => {
    const event = await detailOf(concert);
    expect(event.shows).toEqual([
      {
        id: event.id,
        slug: concert,
        name: null,
        show_type: 'Konser',
        starts_at: event.eventDate,
        ends_at: expect.stringMatching(/\+07:00$/),
        price: event.lowestPrice,
        availability: 'available',
        seats_left: null,
        is_free: false,
        sale: event.sale,
      },
    ]);
    expect(Date.parse(event.shows?.[0]?.ends_at ?? '')).toBeGreaterThan(
      Date.parse(event.eventDate),
    );
    expect((await detailOf('seminar-gratis-yogya')).shows?.[0]?.is_free).toBe(true);
  });

  it('is sold out when every seat is sold, and not while one is held', async () => {
    const seats = (status: string) =>
      app.services.db.query(
        `update seats set status = $2 where status <> 'block' and event_id = (select id from events where slug = $1)`,
        [party, status],
      );
    await seats('held');
    expect((await detailOf(party)).shows?.[0]?.availability).toBe('limited');
    await seats('sold');
    expect((await detailOf(party)).shows?.[0]?.availability).toBe('sold_out');
    await seats('available');
  });
});
