import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderEvent } from '../../../contract/event-folder/folder-event.ts';
import { buildLayout } from '../../../contract/event-folder/layout.ts';
import { instantOf, startOfDay } from '../../../contract/event-folder/moment.ts';
import { slugSchema } from '../../../contract/fields.ts';
import { createClock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db/db.ts';
import { saleOf } from '../../../server/domain/catalogue/sale.ts';
import { isSeeded, seed, seededTables } from '../../../server/seed/insert.ts';
import { sampleEvents, sampleFile } from '../../../server/seed/samples.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';

const events = sampleEvents();
const distinct = (values: Iterable<unknown>) => new Set(values).size;

function eventOf(slug: string): FolderEvent {
  const event = events.find((candidate) => candidate.slug === slug);
  if (!event) throw new Error(`No event ${slug}`);
  return event;
}

describe('the sample events', () => {
  it('are at least 24 over at least 10 provinces, and each folder is listed (§16.16)', () => {
    const slugs = events.map(({ slug }) => slug);
    expect(slugs.length).toBeGreaterThanOrEqual(24);
    expect(slugs.filter((slug) => !slugSchema.safeParse(slug).success)).toEqual([]);
    expect(slugs.toSorted()).toEqual(readdirSync(sampleFile('events')).toSorted());
    expect(distinct(events.map(({ province }) => province))).toBeGreaterThanOrEqual(10);
    const posters = slugs.map((slug) =>
      readFileSync(sampleFile(`events/${slug}/poster.svg`), 'utf8'),
    );
    expect(distinct(posters)).toBe(slugs.length);
  });

  it('are on sale and upcoming, except one not yet on sale, one with a waiting room, one over and one cancelled (§10.20)', () => {
    const base = startOfDay(new Date('2026-03-07T05:00:00Z'), 'Asia/Jakarta');
    const at = (moment: string) => instantOf(moment, 'Asia/Jakarta', base) ?? new Date(0);
    const stateOf = ({ shows: [{ sale, startsAt }] }: FolderEvent, hour: number) => {
      const facts = {
        status: sale.status === 'published' ? ('active' as const) : sale.status,
        starts_at: at(startsAt),
        sale_starts_at: sale.startsAt === null ? null : at(sale.startsAt),
        sale_ends_at: null,
        presale_starts_at: null,
        presale_ends_at: null,
        presale_room_opens_at: null,
        sale_room_opens_at: sale.roomOpensAt === null ? null : at(sale.roomOpensAt),
        has_seats: true,
        judged_at: new Date(base.getTime() + hour * 3_600_000),
        time_zone: 'Asia/Jakarta' as const,
      };
      return saleOf(facts).state;
    };
    const off = events.filter((event) => stateOf(event, 12) !== 'open');
    expect(off.map((event) => [event.slug, stateOf(event, 12)])).toEqual([
      ['swara-danau-toba', 'waitingRoom'],
      ['konser-tutup-tahun-semarang', 'notYet'],
      ['pentas-topeng-cirebon', 'over'],
      ['festival-kopi-bogor', 'cancelled'],
    ]);
    expect(stateOf(eventOf('konser-tutup-tahun-semarang'), 3 * 24 + 10)).toBe('open');
  });

  it.each(events)(
    '$slug puts each seat in a cell of its own under a number of its own',
    (event) => {
      const { layout, categories, slug } = event;
      if (layout === null) throw new Error('A sample event has no layout.');
      const { seats, blocks, totalRows, totalCols } = buildLayout(layout, categories);
      const placed = [...seats, ...blocks];
      expect(distinct(seats.map(({ seatNumber }) => seatNumber))).toBe(seats.length);
      expect(distinct(placed.map(({ row, column }) => `${row}:${column}`))).toBe(placed.length);
      expect(blocks.some(({ kind }) => kind === 'stage')).toBe(true);
      const [rows, columns] = (['row', 'column'] as const).map((of) =>
        placed.map((cell) => cell[of]).toSorted((a, b) => a - b),
      );
      expect([rows?.[0], rows?.at(-1), columns?.at(-1)]).toEqual([1, totalRows, totalCols]);
      expect(columns?.[0]).toBeGreaterThanOrEqual(1);
      const names = new Set(categories.map(({ name }) => name));
      expect(new Set(seats.map(({ category }) => category))).toEqual(names);
      if (slug === 'stadion-nusantara') {
        expect([seats.length, distinct(seats.map(({ section }) => section))]).toEqual([
          50_000, 100,
        ]);
        for (const { seatNumber, section, rowLabel } of [seats[0]!, seats.at(-1)!]) {
          expect(seatNumber).toMatch(/^[A-Z]\d\d-[A-Z]-\d{1,2}$/);
          expect(seatNumber.startsWith(`${section}-${rowLabel}-`)).toBe(true);
        }
        return;
      }
      expect(seats.length).toBeGreaterThanOrEqual(60);
      expect(seats.length).toBeLessThanOrEqual(400);
      expect(buildLayout(layout, categories).seats).toEqual(seats);
      if (slug === 'konser-senja-jakarta') {
        const ends = [seats[0]?.seatNumber, seats.at(-1)?.seatNumber];
        expect([seats.length, ...ends]).toEqual([240, 'A-1', 'O-22']);
      }
    },
  );
});

describe('the whole seed', () => {
  let db: Db;
  const clock = createClock();
  const progress: [number, number, string][] = [];

  beforeAll(async () => {
    db = await openMigrated();
    expect(await isSeeded(db)).toBe(false);
    await seed(db, clock, { onProgress: (...step) => progress.push(step) });
  });
  afterAll(() => db.close());

  it('empties every table but the staff, the server facts and the list of migrations', async () => {
    const tables = await db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    const kept = ['applied_steps', 'server_facts', 'staff', 'staff_sessions'];
    const ofJobs = ['archive', 'job_common', 'queue', 'schedule', 'subscription', 'version'];
    const emptied = tables
      .map(({ name }) => name)
      .filter((name) => ![...kept, ...ofJobs].includes(name));
    expect(emptied).toEqual([...seededTables].sort());
  });
});

it('a part of the seed has only the named events with their usual ids, and nothing for an unknown name', async () => {
  const db = await openMigrated();
  await expect(seed(db, createClock(), { only: ['tidak-ada'] })).rejects.toThrow('tidak-ada');
  expect(await isSeeded(db)).toBe(false);
  expect(await db.query('select 1 from accounts')).toEqual([]);
  await seed(db, createClock(), { only: ['teater-tanpa-form-solo'] });
  expect(await db.query('select slug from events')).toEqual([{ slug: 'teater-tanpa-form-solo' }]);
  const [category] = await db.query<{ id: string }>('select id from categories order by position');
  expect(category?.id).toMatch(/^c[0-9a-z]{4,8}$/);
  await db.close();
});
