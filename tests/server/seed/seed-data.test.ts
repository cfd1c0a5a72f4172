// @vitest-environment jsdom

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventFileSchema } from '../../../contract/event-folder/event-file.ts';
import type { FolderEvent } from '../../../contract/event-folder/folder-event.ts';
import { buildLayout } from '../../../contract/event-folder/layout.ts';
import { instantOf, startOfDay } from '../../../contract/event-folder/moment.ts';
import {
  emailSchema,
  newPasswordSchema,
  phoneSchema,
  slugSchema,
} from '../../../contract/fields.ts';
import { fieldTypes } from '../../../contract/forms.ts';
import { provinceFacts } from '../../../contract/place/provinces.ts';
import { country } from '../../../server/domain/catalogue/folder/desired.ts';
import {
  paragraphs,
  privacyHtml,
  termsHtml,
} from '../../../server/domain/catalogue/folder/standard-terms.ts';
import { saleOf } from '../../../server/domain/catalogue/sale.ts';
import { accounts } from '../../../server/seed/accounts.ts';
import { sampleEvents, sampleFile, sampleOrganizers } from '../../../server/seed/samples.ts';
import { vouchers } from '../../../server/seed/vouchers.ts';

const events = sampleEvents();
const organizers = sampleOrganizers();
const provinces = provinceFacts;
const gridOf = ({ layout, categories }: FolderEvent) => {
  if (layout === null) throw new Error('A sample event has no layout.');
  return buildLayout(layout, categories);
};

const choiceTypes: readonly string[] = ['select', 'radio', 'checkbox'];
const posterBytes = 28 * 1024;

function eventOf(slug: string): FolderEvent {
  const event = events.find((candidate) => candidate.slug === slug);
  if (!event) throw new Error(`No event ${slug}`);
  return event;
}

function parseSvg(svg: string): Element {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')?.textContent ?? null).toBeNull();
  expect(document.documentElement.localName).toBe('svg');
  return document.documentElement;
}

/** Valid, small, and without anything that loads or runs. */
function expectPlainSvg(svg: string) {
  const root = parseSvg(svg);
  expect(new TextEncoder().encode(svg).length).toBeLessThan(posterBytes);
  const ids = new Set([...root.querySelectorAll('[id]')].map((element) => element.id));
  for (const element of root.querySelectorAll('*')) {
    expect(['script', 'image', 'foreignObject', 'a', 'style']).not.toContain(element.localName);
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/);
      expect(value).not.toMatch(/NaN|undefined|Infinity/);
      const target = name === 'href' ? value.slice(1) : /url\((.*?)\)/.exec(value)?.[1]?.slice(1);
      if (target !== undefined) expect(ids).toContain(target);
    }
  }
}

describe('the seeded events', () => {
  it('are at least 24, each with its own slug, over at least 10 provinces', () => {
    const slugs = events.map((event) => event.slug);
    expect(slugs.length).toBeGreaterThanOrEqual(24);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slugSchema.safeParse(slug).success).toBe(true);
    expect(new Set(events.map((event) => event.province)).size).toBeGreaterThanOrEqual(10);
  });

  it('contain the six that other tests rely on', () => {
    expect(events.slice(0, 6).map((event) => event.slug)).toEqual([
      'konser-senja-jakarta',
      'pesta-rakyat-bandung',
      'stadion-nusantara',
      'seminar-gratis-yogya',
      'teater-tanpa-form-solo',
      'payment-queue-seats-fest',
    ]);
    expect(eventOf('konser-senja-jakarta').shows[0].queue).toEqual({
      capacity: null,
      perMinute: null,
      paused: false,
    });
    expect(eventOf('konser-senja-jakarta').categories).toHaveLength(3);
    expect(eventOf('pesta-rakyat-bandung').shows[0].queue.capacity).toBe(2);
    const seminar = eventOf('seminar-gratis-yogya');
    expect(seminar.forms).toEqual([]);
    expect(seminar.categories.map((category) => category.price)).toEqual([0]);
    const play = eventOf('teater-tanpa-form-solo');
    expect(play.forms.length).toBeGreaterThan(0);
    expect(play.forms.some((form) => form.isActive)).toBe(false);
    expect(Math.min(...play.categories.map((category) => category.price))).toBeGreaterThan(0);
  });

  it('are on sale and upcoming, except one not yet on sale, one with a waiting room, one over and one cancelled (ruling R12)', () => {
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

  it('fill every list of the home page and every topic', () => {
    expect(events.filter((event) => event.isFeatured).length).toBeGreaterThanOrEqual(5);
    expect(events.filter((event) => event.isPromo).length).toBeGreaterThanOrEqual(4);
    expect(events.some((event) => event.isOnline)).toBe(true);
    expect(new Set(events.map((event) => event.topic)).size).toBe(5);
  });

  it.each(events.map((event) => [event.slug, event] as const))('%s is complete', (_slug, event) => {
    expect(organizers.map((organizer) => organizer.slug)).toContain(event.organizer);
    expect(provinces.map((province) => province.code)).toContain(event.province);
    expect(event.shows[0].minutes).toBeGreaterThan(0);
    expect(new Set(event.categories.map((category) => category.name)).size).toBe(
      event.categories.length,
    );
    for (const category of event.categories) {
      expect(Number.isInteger(category.price) && category.price >= 0).toBe(true);
      expect(category.color).toMatch(/^#[0-9a-f]{6}$/);
    }
    const html = [
      paragraphs(...event.about),
      termsHtml({ ...event, isFree: false }),
      privacyHtml('Penyelenggara'),
    ];
    const tags = html.join('').matchAll(/<\/?([^>\s]+)>/g);
    expect(new Set([...tags].map((tag) => tag[1]))).toEqual(new Set(['p', 'h3', 'ul', 'li']));
    expect(event.about.length).toBeGreaterThanOrEqual(2);
  });

  it('have every type of field at konser-senja-jakarta, per ticket and for the order', () => {
    const { forms } = eventOf('konser-senja-jakarta');
    const types = forms.flatMap((form) => form.fields.map((field) => field.fieldType));
    expect(new Set(types)).toEqual(new Set(fieldTypes));
    expect(new Set(forms.map((form) => form.askAll))).toEqual(new Set([true, false]));
    expect(forms.every((form) => form.isActive)).toBe(true);
  });

  it('have options in the fields that need a choice, and in no other', () => {
    for (const event of events) {
      for (const form of event.forms) {
        const keys = form.fields.map((field) => field.fieldKey);
        expect(new Set(keys).size).toBe(keys.length);
        for (const field of form.fields) {
          expect(field.options.length > 0).toBe(choiceTypes.includes(field.fieldType));
          const values = field.options.map((option) => option.value);
          expect(new Set(values).size).toBe(values.length);
        }
      }
    }
  });
});

describe('the seat layouts', () => {
  it.each(events.map((event) => [event.slug, event] as const))(
    '%s puts each seat in a cell of its own under a number of its own',
    (slug, event) => {
      const grid = gridOf(event);
      const numbers = new Set(grid.seats.map((seat) => seat.seatNumber));
      const taken = new Set(grid.seats.map((seat) => `${seat.row}:${seat.column}`));
      expect(numbers.size).toBe(grid.seats.length);
      expect(taken.size).toBe(grid.seats.length);
      const blocks = new Set(grid.blocks.map((block) => `${block.row}:${block.column}`));
      expect(blocks.size).toBe(grid.blocks.length);
      expect([...blocks].filter((cell) => taken.has(cell))).toEqual([]);
      expect(grid.blocks.some((block) => block.kind === 'stage')).toBe(true);
      const rows = [...grid.seats, ...grid.blocks].map((cell) => cell.row);
      const columns = [...grid.seats, ...grid.blocks].map((cell) => cell.column);
      expect(rows.reduce((low, row) => Math.min(low, row))).toBe(1);
      expect(rows.reduce((high, row) => Math.max(high, row))).toBe(grid.totalRows);
      expect(columns.reduce((low, column) => Math.min(low, column))).toBeGreaterThanOrEqual(1);
      expect(columns.reduce((high, column) => Math.max(high, column))).toBe(grid.totalCols);
      expect(new Set(grid.seats.map((seat) => seat.category))).toEqual(
        new Set(event.categories.map((category) => category.name)),
      );
      if (slug === 'stadion-nusantara') return;
      expect(grid.seats.length).toBeGreaterThanOrEqual(60);
      expect(grid.seats.length).toBeLessThanOrEqual(400);
    },
  );

  it('hold exactly 240 seats at konser-senja-jakarta and 50,000 at stadion-nusantara', () => {
    expect(gridOf(eventOf('konser-senja-jakarta')).seats).toHaveLength(240);
    expect(gridOf(eventOf('stadion-nusantara')).seats).toHaveLength(50_000);
  });

  it('name seats by row and number, with the section before them in the stadium', () => {
    const hall = gridOf(eventOf('konser-senja-jakarta')).seats;
    expect(hall[0]?.seatNumber).toBe('A-1');
    expect(hall.at(-1)?.seatNumber).toBe('O-22');
    const stadium = gridOf(eventOf('stadion-nusantara')).seats;
    for (const seat of [stadium[0], stadium.at(-1)]) {
      expect(seat?.seatNumber).toMatch(/^[A-Z]\d\d-[A-Z]-\d{1,2}$/);
      expect(seat?.seatNumber.startsWith(`${seat.section}-${seat.rowLabel}-`)).toBe(true);
    }
    expect(new Set(stadium.map((seat) => seat.section)).size).toBe(100);
  });

  it('are the same when built twice', () => {
    for (const event of events.slice(0, 6)) expect(gridOf(event)).toEqual(gridOf(event));
  });
});

describe('vouchers, accounts and places', () => {
  it('seed the four vouchers', () => {
    const byCode = Object.fromEntries(vouchers.map((voucher) => [voucher.code, voucher]));
    expect(Object.keys(byCode).sort()).toEqual(['HEMAT10', 'KADALUARSA', 'POTONG50', 'SEKALI']);
    expect(byCode.HEMAT10).toMatchObject({ type: 'percent', value: 10, expires: null });
    expect(byCode.POTONG50).toMatchObject({ type: 'fixed', value: 50_000, maxUses: null });
    expect(byCode.SEKALI).toMatchObject({ maxUses: 1, expires: null });
    expect(byCode.KADALUARSA?.expires).toBe('-30d 23:59');
  });

  it('seed two verified buyers and one who is not', () => {
    expect(accounts.map(({ email, isVerified }) => [email, isVerified])).toEqual([
      ['pembeli@contoh.id', true],
      ['pembeli2@contoh.id', true],
      ['baru@contoh.id', false],
    ]);
    for (const account of accounts) {
      expect(account.password).toBe('tiket1234');
      expect(newPasswordSchema.safeParse(account.password).success).toBe(true);
      expect(emailSchema.safeParse(account.email).success).toBe(true);
      expect(phoneSchema.safeParse(account.phoneNumber).success).toBe(true);
      expect(account.phoneNumber).toMatch(/^\+62812/);
    }
  });

  it('seed the 38 provinces', () => {
    expect(provinces).toHaveLength(38);
    expect(new Set(provinces.map((province) => province.code)).size).toBe(38);
    expect(country).toMatchObject({ code: 'ID', phone_code: '+62', currency: 'IDR' });
  });
});

describe('the files of a sample event', () => {
  const read = (path: string) => readFileSync(sampleFile(path), 'utf8');

  it('are in one folder each, and each folder is listed', () => {
    const folders = readdirSync(sampleFile('events'));
    expect(events.map(({ slug }) => slug).toSorted()).toEqual(folders.toSorted());
  });

  it.each(events.map((event) => [event.slug, event] as const))(
    '%s has a plain poster and a plain map of its seats, in its own words',
    (slug, event) => {
      const poster = read(`events/${slug}/poster.svg`);
      const map = read(`events/${slug}/seats.svg`);
      for (const svg of [poster, map]) expectPlainSvg(svg);
      expect(parseSvg(poster).querySelector('title')?.textContent).toBe(event.name);
      // An img element has no web font: the letters are outlines of our typeface.
      expect(parseSvg(poster).querySelector('text')).toBeNull();
      for (const { name, color } of event.categories) {
        expect(parseSvg(map).textContent).toContain(name);
        expect(map).toContain(color);
      }
    },
  );

  it('repeat no poster', () => {
    const posters = events.map(({ slug }) => read(`events/${slug}/poster.svg`));
    expect(new Set(posters).size).toBe(events.length);
  });

  it.each(organizers)('$slug has a logo with its name', ({ slug, name }) => {
    const logo = read(`logos/${slug}.svg`);
    expectPlainSvg(logo);
    expect(parseSvg(logo).querySelector('title')?.textContent).toBe(name);
  });

  it('are refused with the name of the invalid part', () => {
    const file = JSON.parse(read('events/konser-senja-jakarta/event.json'));
    const reading = (part: object) => () => eventFileSchema.parse({ ...file, ...part });
    expect(reading({})).not.toThrow();
    expect(reading({ startsAt: '+1d 7 malam' })).toThrow('+30d 19:30');
    expect(reading({ harga: 1 })).toThrow('harga');
    expect(reading({ layout: { kind: 'bundar' } })).toThrow('layout');
  });
});
