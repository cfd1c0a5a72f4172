import { describe, expect, it } from 'vitest';
import { type PageRequest, pageDataId } from '../../contract/stored/rendering.ts';
import { eventOfAddress, pageReads } from '../../src/app/routing/page-data.ts';
import { renderer } from '../../src/server-entry.tsx';
import { type Answers, pageRequest } from './page-requests.ts';
import { detail, show } from './screens/public-data.tsx';

const eventPath = '/event/konser-senja-jakarta';

/** A page as the server renders it, with the facts of its head. */
async function drawn(path: string, answers: Answers = {}, change: Partial<PageRequest> = {}) {
  const parts = await renderer.render(pageRequest(path, answers, change));
  const html = `<html><head>${parts.head}</head><body>${parts.body}</body></html>`;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const attribute = (selector: string, name: string) =>
    page.querySelector(selector)?.getAttribute(name);
  const meta = (name: string) =>
    attribute(`meta[property="${name}"], meta[name="${name}"]`, 'content');
  const structured = [...page.querySelectorAll('script[type="application/ld+json"]')].map(
    (script) => JSON.parse(script.textContent ?? '') as Record<string, unknown>,
  );
  const canonical = attribute('link[rel="canonical"]', 'href');
  const heading = page.querySelector('h1')?.textContent;
  return { parts, page, attribute, meta, structured, canonical, heading };
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

describe('the content of a page (§18.7)', () => {
  it('of the home page is its lists in the language asked for', async () => {
    const { parts, page, heading } = await drawn('/');
    expect(heading).toBe("Every Great Event There's Roetix");
    expect(page.querySelector('article h3')?.textContent).toBe('Konser Senja Jakarta');
    expect(parts.body).toContain('Sabtu, 7 Maret 2026');
    expect(parts.body).toContain('Semua Provinsi');
    const english = (await drawn('/', {}, { locale: 'en' })).parts.body;
    expect(english).toContain('Saturday, 7 March 2026');
    expect(english).not.toContain('Semua Provinsi');
  });

  it('of a search is the results for the words in its address', async () => {
    const request = pageRequest('/search?q=senja');
    await renderer.render(request);
    expect(request.asked.some((call) => /^\/event-search\?.*q=senja/.test(call))).toBe(true);
    const { parts, attribute } = await drawn('/search?q=senja');
    expect(parts.body).toContain('Menampilkan 1 dari 1 event');
    expect(attribute('input[type="search"][maxlength]', 'value')).toBe('senja');
  });

  it('of an event is complete, organiser text included, with nothing delayed for a script', async () => {
    const about = '<p onclick="x()">Musik saat matahari turun.</p>';
    const cleanHtml = (html: string) => html.replace(/ onclick="[^"]*"/g, '');
    const { parts, heading } = await drawn(eventPath, { event: detail({ about }) }, { cleanHtml });
    expect(parts.status).toBe(200);
    expect(heading).toBe('Konser Senja Jakarta');
    for (const words of ['<p>Musik saat matahari turun.</p>', 'Rp250.000', '19:30 WIB'])
      expect(parts.body).toContain(words);
    for (const words of ['<script', '<!--$!-->', '<!--$?-->', 'onclick'])
      expect(parts.body).not.toContain(words);
  });
});

describe('an event that is not there', () => {
  it('is said to be missing, with its code, and kept out of search engines', async () => {
    const { parts, heading, meta, canonical, structured } = await drawn(eventPath, { event: 404 });
    expect([parts.status, heading, meta('robots')]).toEqual([404, 'Event not found', 'noindex']);
    expect([canonical, structured]).toEqual([undefined, []]);
  });

  it('is rendered identically for every slug and origin, and read under the name of its address', async () => {
    const { parts } = await drawn('/event/tidak-ada', { event: 404 });
    const origin = 'https://lain.contoh.id';
    expect((await drawn('/event/hilang-juga', { event: 404 }, { origin })).parts).toEqual(parts);
    expect(JSON.parse(parts.data)[0].key).toEqual(['event', eventOfAddress]);
    const page = new DOMParser().parseFromString(
      `<script type="application/json" id="${pageDataId}">${parts.data}</script>`,
      'text/html',
    );
    const getElementById = (id: string) => page.getElementById(id);
    const location = { pathname: '/event/hilang/' };
    const reads = pageReads({ getElementById, location } as unknown as Document);
    expect(reads.map(({ key }) => key)).toEqual([['event', 'hilang']]);
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
    const failure = { status: 500, message: 'Rusak', data: null };
    const { read } = pageRequest('/');
    const { parts, page } = await drawn(
      '/',
      {},
      {
        read: async (call) =>
          call.startsWith('/promo') ? { status: 500, body: JSON.stringify(failure) } : read(call),
      },
    );
    expect(page.querySelector('article')).not.toBeNull();
    expect(parts.body).toContain('Memuat');
    const reads = JSON.parse(parts.data) as { key: string[] }[];
    expect(reads.map(({ key }) => key[1]).toSorted()).toEqual(['featured', 'upcoming']);
  });
});

describe('the head of an event page (§2.12)', () => {
  const event = detail({
    banner: '/media/posters/konser-senja-jakarta.svg',
    organizer: { logo: null, name: 'Suara Sore' },
    status: 'active',
  });

  it('has tags for chat apps, and preloads the poster before anything else, and only it', async () => {
    const { page, meta, canonical } = await drawn(eventPath, { event });
    expect(page.title).toBe('Konser Senja Jakarta | Roetix');
    for (const [name, content] of [
      [
        'description',
        'Sabtu, 7 Maret 2026, 19:30 WIB · Taman Cakrawala · Musik saat matahari turun.',
      ],
      ['og:title', 'Konser Senja Jakarta'],
      ['og:url', `https://tiket.contoh.id${eventPath}`],
      ['og:locale', 'id_ID'],
      ['og:image', 'https://tiket.contoh.id/media/share/konser-senja-jakarta.jpg'],
      ['twitter:card', 'summary_large_image'],
    ] as const)
      expect(meta(name), name).toBe(content);
    expect(canonical).toBe(`https://tiket.contoh.id${eventPath}`);
    const hints = page.querySelectorAll('link[rel="preload"]');
    expect([...hints].map((hint) => hint.getAttribute('href'))).toEqual([event.banner]);
    expect(hints[0]?.getAttribute('fetchpriority')).toBe('high');
  });

  it('describes the event to search engines, in rupiah and Jakarta time', async () => {
    const [described, ...more] = (await drawn(eventPath, { event })).structured;
    expect(more).toEqual([]);
    expect(described).toMatchObject({
      '@type': 'Event',
      name: 'Konser Senja Jakarta',
      startDate: '2026-03-07T19:30:00+07:00',
      eventStatus: 'https://schema.org/EventScheduled',
      location: {
        '@type': 'Place',
        name: 'Taman Cakrawala',
        address: 'Jalan Cakrawala No. 8, Jakarta Pusat',
      },
      organizer: { '@type': 'Organization', name: 'Suara Sore' },
      offers: { price: 250_000, priceCurrency: 'IDR', availability: 'https://schema.org/InStock' },
    });
  });

  it('says when it is sold out, called off or without a date', async () => {
    const shows = [show({ availability: 'sold_out' })];
    const gone = detail({ shows, status: 'cancelled', eventDate: 'TBA' });
    const [data] = (await drawn(eventPath, { event: gone })).structured;
    expect(data).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
      offers: { availability: 'https://schema.org/SoldOut' },
    });
    expect(data).not.toHaveProperty('startDate');
  });

  it('escapes the name of an event', async () => {
    const name = '</script></title><img src=x onerror=alert(1)>"$&';
    const hostile = detail({ name, about: '<p>&lt;/script&gt;&lt;b&gt;</p>' });
    const { parts, page, heading, meta, structured } = await drawn(eventPath, { event: hostile });
    expect([page.title, heading, meta('og:title')]).toEqual([`${name} | Roetix`, name, name]);
    expect(page.querySelector('img[onerror]')).toBeNull();
    expect(structured[0]).toMatchObject({ name });
    expect(parts.data).not.toContain('<');
    expect(JSON.parse(parts.data)).toMatchObject([{ data: { name } }]);
  });
});
