import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { sampleEvents } from '../../../../server/seed/samples.ts';
import { openShop } from '../../support/open-shop.ts';

// Every event but the stadium, whose 50,000 seats no search reads.
const laid = sampleEvents()
  .map(({ slug }) => slug)
  .filter((slug) => slug !== 'stadion-nusantara');
const app = await openShop({ events: laid });

const find = async (query: Record<string, string>) => {
  const asked = { per_page: '50', ...query };
  const { status, body } = await app.anonymous().call(calls.eventSearch, { query: asked });
  expect(status).toBe(200);
  return body.data.map((event) => event.slug);
};

describe('words (§5.20)', () => {
  it.each([
    ['konser jakarta', 'konser-senja-jakarta'],
    ['jakarta konser', 'konser-senja-jakarta'],
    ['jazz wonosobo', 'jazz-di-kaki-kabut'],
    ['Jawa Timur', 'gema-kampus-surabaya'],
    ['jatim', 'gema-kampus-surabaya'],
    ['yogyakarta', 'seminar-gratis-yogya'],
    ['Jogja', 'semalam-bersama-wayang'],
    ['jog', 'semalam-bersama-wayang'],
    ['Musik', 'orkestra-teluk-manado'],
    ['dki', 'konser-senja-jakarta'],
    ['DKI Jakarta', 'konser-senja-jakarta'],
    ['jkt senja', 'konser-senja-jakarta'],
    ['tiket konser di jakarta', 'konser-senja-jakarta'],
    ['KÖNSÉR   senjâ', 'konser-senja-jakarta'],
    ['layang layang', 'festival-layang-layang-pesisir'],
    ['layang-layang', 'festival-layang-layang-pesisir'],
    ['konser%jakarta', 'konser-senja-jakarta'],
    ['suara sore menteng', 'konser-senja-jakarta'],
    ['teater solo', 'teater-tanpa-form-solo'],
    ['wiraloka', 'pesta-rakyat-bandung'],
    ['online', 'kelas-daring-cerita-pertama'],
    ['daring', 'kelas-daring-cerita-pertama'],
    ['wonos', 'jazz-di-kaki-kabut'],
  ])('%j find %s', async (q, slug) => {
    expect(await find({ q })).toContain(slug);
  });

  it('are all required, in any position', async () => {
    expect(await find({ q: 'jazz jakarta' })).toEqual([]);
    expect(await find({ q: 'wonosobo jazz' })).toEqual(['jazz-di-kaki-kabut']);
  });

  it('match beginnings of words, not their middle', async () => {
    expect(await find({ q: 'onosobo' })).toEqual([]);
    // Jakarta and Yogyakarta end in it.
    expect(await find({ q: 'karta' })).toEqual([]);
  });

  it.each(['music concert', 'art culture', 'food drink', 'business seminar'])(
    "lead from 'Popular Categories' to results: %j",
    async (q) => {
      expect((await find({ q })).length).toBeGreaterThan(0);
    },
  );

  it('put events with the words in their name before those with them only in topic or place, on request (§2.115)', async () => {
    const byDate = await find({ q: 'musik' });
    const best = await find({ q: 'musik', best_first: 'true' });
    expect(byDate[0]).not.toBe('musik-di-atas-sungai');
    expect(best[0]).toBe('musik-di-atas-sungai');
    expect([...best].sort()).toEqual([...byDate].sort());
    // After those, the requested order continues.
    const others = byDate.filter((slug) => slug !== 'musik-di-atas-sungai');
    expect(best.slice(1)).toEqual(others);
  });

  it('count up to a limit, however many are sent', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `w${index}`).join(' ');
    expect(await find({ q: many })).toEqual([]);
    expect(await find({ q: 'konser '.repeat(28) })).toContain('konser-senja-jakarta');
    const long = await app.anonymous().call(calls.eventSearch, { query: { q: 'a'.repeat(201) } });
    expect(long.status).toBe(422);
  });
});
