import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultPageSettings } from '../../contract/settings.ts';
import { type PageParts, type PageRequest, pageDataId } from '../../contract/stored/rendering.ts';
import { eventOfAddress, pageReads } from '../../src/app/routing/page-data.ts';
import { renderer } from '../../src/server-entry.tsx';
import { type Answers, pageRequest } from './page-requests.ts';
import { detail, show, summary } from './screens/public-data.tsx';

const eventPath = '/event/konser-senja-jakarta';

function drawn(path: string, answers: Answers = {}, change: Partial<PageRequest> = {}) {
  return renderer.render(pageRequest(path, answers, change));
}

function pageOf(parts: PageParts): Document {
  const html = `<html><head>${parts.head}</head><body>${parts.body}</body></html>`;
  return new DOMParser().parseFromString(html, 'text/html');
}

function meta(parts: PageParts, name: string): string | null | undefined {
  const page = pageOf(parts);
  return page
    .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
    ?.getAttribute('content');
}

function structured(parts: PageParts): Record<string, unknown>[] {
  const scripts = pageOf(parts).querySelectorAll('script[type="application/ld+json"]');
  return [...scripts].map(
    (script) => JSON.parse(script.textContent ?? '') as Record<string, unknown>,
  );
}

describe('the address of a page', () => {
  it.each([
    ['/', '/'],
    ['/?utm_source=grup', '/'],
    ['/search', '/search'],
    ['/search?utm_source=grup&page=1&q=konser&topic=music', '/search?q=konser&topic=music'],
    [`${eventPath}?ref=teman`, eventPath],
    ['/event/-salah-', null],
    [`${eventPath}/seats`, null],
    ['/my-tickets', null],
    ['/login', null],
  ])('%s is drawn as %s', (given, path) => {
    expect(renderer.pathOf(given)).toBe(path);
  });
});

describe('the sources of a page', () => {
  it.each(['/', '/search', eventPath])(
    'of %s are files of the app, in both languages',
    async (path) => {
      for (const locale of ['id', 'en'] as const) {
        const { sources } = await drawn(path, {}, { locale });
        expect(sources.length).toBeGreaterThan(0);
        for (const source of sources) expect(existsSync(source), source).toBe(true);
      }
    },
  );
});

describe('the content of a page', () => {
  it('of the home page is its lists in the language asked for', async () => {
    const parts = await drawn('/');
    const page = pageOf(parts);
    expect(page.querySelector('h1')?.textContent).toBe("Every Great Event There's Roetix");
    expect(page.querySelector('article h3')?.textContent).toBe('Konser Senja Jakarta');
    expect(parts.body).toContain('Sabtu, 7 Maret 2026');
    expect(parts.body).toContain('Semua Provinsi');
    const english = await drawn('/', {}, { locale: 'en' });
    expect(english.body).toContain('Saturday, 7 March 2026');
    expect(english.body).not.toContain('Semua Provinsi');
  });

  it('of a search is the results for the words in its address', async () => {
    const request = pageRequest('/search?q=senja');
    const parts = await renderer.render(request);
    expect(request.asked.some((call) => /^\/event-search\?.*q=senja/.test(call))).toBe(true);
    expect(parts.body).toContain('Menampilkan 1 dari 1 event');
    expect(
      pageOf(parts).querySelector('input[type="search"][maxlength]')?.getAttribute('value'),
    ).toBe('senja');
  });

  it('of an event is complete, organiser text included, with nothing delayed for a script', async () => {
    const parts = await drawn(eventPath);
    expect(parts.status).toBe(200);
    expect(pageOf(parts).querySelector('h1')?.textContent).toBe('Konser Senja Jakarta');
    expect(parts.body).toContain('Musik saat matahari turun.');
    expect(parts.body).toContain('Rp250.000');
    expect(parts.body).toContain('19:30 WIB');
    expect(parts.body).not.toContain('<script');
    expect(parts.body).not.toContain('<!--$!-->');
    expect(parts.body).not.toContain('<!--$?-->');
  });

  it('has only sanitised organiser text', async () => {
    const about = '<p onclick="x()">Aman</p>';
    const cleanHtml = (html: string) => html.replace(/ onclick="[^"]*"/g, '');
    const parts = await drawn(eventPath, { event: detail({ about }) }, { cleanHtml });
    expect(parts.body).toContain('<p>Aman</p>');
    expect(parts.body).not.toContain('onclick');
  });

  it('prints the configured product name', async () => {
    const settings = { ...defaultPageSettings, productName: 'Tiketku' };
    const parts = await drawn('/', {}, { settings });
    expect(pageOf(parts).title).toMatch(/ \| Tiketku$/);
    expect(parts.body).toContain('Every Great Event There&#x27;s Tiketku');
    expect(meta(parts, 'og:site_name')).toBe('Tiketku');
    expect(pageOf(await drawn('/')).title).toMatch(/ \| Roetix$/);
  });
});

describe('an event that is not there', () => {
  it('is said to be missing, with its code, and kept out of search engines', async () => {
    const parts = await drawn(eventPath, { event: 404 });
    expect(parts.status).toBe(404);
    expect(pageOf(parts).querySelector('h1')?.textContent).toBe('Event not found');
    expect(meta(parts, 'robots')).toBe('noindex');
    expect(pageOf(parts).querySelector('link[rel="canonical"]')).toBeNull();
    expect(structured(parts)).toEqual([]);
  });

  it('is rendered identically for every slug and origin', async () => {
    const one = await drawn('/event/tidak-ada', { event: 404 });
    const other = await drawn(
      '/event/hilang-juga',
      { event: 404 },
      { origin: 'https://lain.contoh.id' },
    );
    expect(other).toEqual(one);
    expect(JSON.parse(one.data)[0].key).toEqual(['event', eventOfAddress]);
  });

  it('is read under the name of its address', async () => {
    const { data } = await drawn(eventPath, { event: 404 });
    const page = new DOMParser().parseFromString(
      `<script type="application/json" id="${pageDataId}">${data}</script>`,
      'text/html',
    );
    const at = (pathname: string) =>
      pageReads({
        getElementById: (id: string) => page.getElementById(id),
        location: { pathname },
      } as unknown as Document);
    expect(at('/event/hilang/').map(({ key }) => key)).toEqual([['event', 'hilang']]);
  });
});

describe('reads that fail', () => {
  it.each(['/', '/search', eventPath])(
    'leave %s to the browser when nothing could be read',
    async (path) => {
      await expect(drawn(path, { event: 500, events: 503 })).rejects.toThrow();
    },
  );

  it('leave a list of the home page as a skeleton, and out of the data, when only it failed', async () => {
    const request = pageRequest('/');
    const parts = await renderer.render({
      ...request,
      read: async (call) =>
        call.startsWith('/promo')
          ? { status: 500, body: JSON.stringify({ status: 500, message: 'Rusak', data: null }) }
          : request.read(call),
    });
    expect(pageOf(parts).querySelector('article')).not.toBeNull();
    expect(parts.body).toContain('Memuat');
    const reads = JSON.parse(parts.data) as { key: string[] }[];
    expect(reads.map(({ key }) => key[1]).toSorted()).toEqual(['featured', 'upcoming']);
  });
});

describe('the head of an event page', () => {
  const event = detail({
    banner: '/media/posters/konser-senja-jakarta.svg',
    organizer: { logo: null, name: 'Suara Sore' },
    status: 'active',
  });

  it('has tags for chat apps', async () => {
    const parts = await drawn(eventPath, { event });
    expect(pageOf(parts).title).toBe('Konser Senja Jakarta | Roetix');
    expect(meta(parts, 'description')).toBe(
      'Sabtu, 7 Maret 2026, 19:30 WIB · Taman Cakrawala · Musik saat matahari turun.',
    );
    expect(meta(parts, 'og:title')).toBe('Konser Senja Jakarta');
    expect(meta(parts, 'og:url')).toBe(`https://tiket.contoh.id${eventPath}`);
    expect(meta(parts, 'og:locale')).toBe('id_ID');
    expect(meta(parts, 'og:image')).toBe(
      'https://tiket.contoh.id/media/share/konser-senja-jakarta.jpg',
    );
    expect(meta(parts, 'twitter:card')).toBe('summary_large_image');
    const canonical = pageOf(parts).querySelector('link[rel="canonical"]');
    expect(canonical?.getAttribute('href')).toBe(`https://tiket.contoh.id${eventPath}`);
  });

  it('preloads the poster before anything else, and only it', async () => {
    const hints = pageOf(await drawn(eventPath, { event })).querySelectorAll('link[rel="preload"]');
    expect([...hints].map((hint) => hint.getAttribute('href'))).toEqual([event.banner]);
    expect(hints[0]?.getAttribute('fetchpriority')).toBe('high');
  });

  it('describes the event to search engines, in rupiah and Jakarta time', async () => {
    expect(structured(await drawn(eventPath, { event }))).toEqual([
      expect.objectContaining({
        '@type': 'Event',
        name: 'Konser Senja Jakarta',
        startDate: '2026-03-07T19:30:00+07:00',
        eventStatus: 'https://schema.org/EventScheduled',
        location: {
          '@type': 'Place',
          name: 'Taman Cakrawala',
          address: 'Jalan Cakrawala No. 8',
        },
        organizer: { '@type': 'Organization', name: 'Suara Sore' },
        offers: expect.objectContaining({
          price: 250_000,
          priceCurrency: 'IDR',
          availability: 'https://schema.org/InStock',
        }),
      }),
    ]);
  });

  it('says when it is sold out, called off or without a date', async () => {
    const gone = detail({
      shows: [show({ availability: 'sold_out' })],
      status: 'cancelled',
      eventDate: 'TBA',
    });
    const [data] = structured(await drawn(eventPath, { event: gone }));
    expect(data).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
      offers: { availability: 'https://schema.org/SoldOut' },
    });
    expect(data).not.toHaveProperty('startDate');
  });

  it('escapes the name of an event', async () => {
    const hostile = '</script></title><img src=x onerror=alert(1)>"$&';
    const parts = await drawn(eventPath, {
      event: detail({ name: hostile, about: '<p>&lt;/script&gt;&lt;b&gt;</p>' }),
    });
    const page = pageOf(parts);
    expect(page.title).toBe(`${hostile} | Roetix`);
    expect(page.querySelector('img[onerror]')).toBeNull();
    expect(page.querySelector('h1')?.textContent).toBe(hostile);
    expect(meta(parts, 'og:title')).toBe(hostile);
    expect(structured(parts)[0]).toMatchObject({ name: hostile });
    expect(parts.data).not.toContain('<');
    expect(JSON.parse(parts.data)).toMatchObject([{ data: { name: hostile } }]);
  });
});

describe('the head of the other pages', () => {
  it('names the site, its search and its events on the home page', async () => {
    const parts = await drawn('/', { events: [summary(), summary({ id: 'e2', slug: 'lain' })] });
    const [site, list] = structured(parts);
    expect(site).toMatchObject({
      '@type': 'WebSite',
      potentialAction: {
        target: { urlTemplate: 'https://tiket.contoh.id/search?q={search_term_string}' },
      },
    });
    // Three lists hold the same two events; each is named once.
    expect(list).toMatchObject({ '@type': 'ItemList' });
    expect(list?.itemListElement).toEqual([
      expect.objectContaining({ position: 1, url: `https://tiket.contoh.id${eventPath}` }),
      expect.objectContaining({ position: 2, url: 'https://tiket.contoh.id/event/lain' }),
    ]);
  });

  it('gives a search without the tags of a campaign as its address', async () => {
    const path = renderer.pathOf('/search?utm_source=grup&q=musik+senja') ?? '';
    const parts = await drawn(path);
    expect(meta(parts, 'og:url')).toBe('https://tiket.contoh.id/search?q=musik+senja');
    expect(pageOf(parts).title).toBe('Cari acara | Roetix');
  });
});
