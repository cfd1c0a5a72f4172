import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { seatmapSchema, type ZoneLayout } from '../../../../contract/seatmap.ts';
import { checkedZones } from '../../../../server/domain/catalogue/zones.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const stadium = 'stadion-nusantara';
const concert = 'konser-senja-jakarta';
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [stadium, concert] });
});
afterAll(() => app.close());

async function mapOf(slug: string) {
  const { body } = await app.anonymous().call(calls.seatmapCategories, { params: { slug } });
  return seatmapSchema.parse(body.data);
}

describe('the zones of an event (§3)', () => {
  it('are in the whole map and in its layout, but not in a response with statuses only', async () => {
    const map = await mapOf(stadium);
    const { zoneLayout: zones, categories, seatLayout } = map;
    expect([zones?.length, zones?.width]).toEqual([seatLayout.totalCols, seatLayout.totalRows]);
    const named = zones?.items.flatMap(({ category }) => category ?? []);
    expect(new Set(named)).toEqual(new Set(categories.map(({ id }) => id)));
    expect(zones?.items.find(({ category }) => category === null)?.svg).toContain('LAPANGAN');
    const layout = await app.fastify.inject(
      `/api/event/${stadium}/seatmap-layout/${seatLayout.version}`,
    );
    expect(layout.json().data.zoneLayout).toEqual(zones);
    const states = await app.fastify.inject({
      url: `/api/event/${stadium}/seatmap-categories`,
      headers: { prefer: 'return=minimal' },
    });
    expect(states.json().data.seatLayout.statuses).toHaveLength(50_000);
    expect(states.json().data).not.toHaveProperty('zoneLayout');
  });

  it('are null for an event without any, and change the version of the layout once it has some', async () => {
    const before = await mapOf(concert);
    expect(before.zoneLayout).toBeNull();
    const [first] = before.categories;
    const zones: ZoneLayout = {
      length: 10,
      width: 5,
      items: [{ id: 'a', svg: 'M0 0h1', originX: 0, originY: 1.5, category: first?.id ?? null }],
    };
    await app.services.db.query(
      `update events set zone_layout = $2, layout_version = 'zones' where slug = $1`,
      [concert, JSON.stringify(zones)],
    );
    const after = await mapOf(concert);
    expect(after.zoneLayout).toEqual(zones);
    expect(after.seatLayout.version).not.toBe(before.seatLayout.version);
    expect(after.seatLayout.items).toEqual(before.seatLayout.items);
  });

  it('must be an object', async () => {
    await expect(
      app.services.db.query(`update events set zone_layout = '[]' where slug = $1`, [concert]),
    ).rejects.toThrow();
  });
});

describe('zones to be written', () => {
  const zone = { id: 'a', svg: 'M0 0h1', originX: 0, originY: 0, category: 'c1' };
  const layout = (items: ZoneLayout['items'], size = 10): ZoneLayout => ({
    length: size,
    width: 5,
    items,
  });
  const known = new Set(['c1']);

  it('are returned unchanged', () => {
    const good = layout([zone, { ...zone, id: 'b', category: null }]);
    expect(checkedZones(good, known)).toBe(good);
  });

  it.each([
    ['a length', layout([zone], 0)],
    ['stands twice', layout([zone, zone])],
    ['no drawing', layout([{ ...zone, svg: ' ' }])],
    ['an origin of two numbers', layout([{ ...zone, originY: Number.NaN }])],
    ['unknown category c9', layout([{ ...zone, category: 'c9' }])],
    [
      'at most 200 zones',
      layout(Array.from({ length: 201 }, (_, id) => ({ ...zone, id: `${id}` }))),
    ],
    ['at most 100000 characters', layout([{ ...zone, svg: 'M'.repeat(100_001) }])],
  ])('are refused with the reason: %s', (words, bad) => {
    expect(() => checkedZones(bad, known)).toThrow(words);
  });
});
