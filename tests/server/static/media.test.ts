// @vitest-environment jsdom
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serve } from '../../../server/http/serve.ts';
import { sampleEvents, sampleOrganizers } from '../../../server/seed/samples.ts';
import type { Services } from '../../../server/services.ts';
import { routes } from '../../../server/static/media.ts';

let app: FastifyInstance;

beforeAll(() => {
  app = Fastify();
  // Pictures need no service and no row of the contract.
  routes((() => {}) as Serve, { pictures: { read: async () => null } } as unknown as Services, app);
});
afterAll(() => app.close());

const events = sampleEvents();
const organizers = sampleOrganizers();
const posterBytes = 28 * 1024;
const paths = [
  ...events.flatMap(({ slug }) => [`/media/posters/${slug}.svg`, `/media/maps/${slug}.svg`]),
  ...organizers.map(({ slug }) => `/media/logos/${slug}.svg`),
  ...[1, 2, 3, 4, 5, 6].map((number) => `/placeholders/${number}.svg`),
  '/media/default-logo.svg',
];
const drawn = async (path: string) => {
  const { body } = await app.inject(path);
  return { body, document: new DOMParser().parseFromString(body, 'image/svg+xml') };
};

describe('pictures', () => {
  it.each(paths)('%s is a small SVG that runs and loads nothing', async (path) => {
    const answer = await app.inject(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/max-age=\d{6}/),
    });
    expect(answer.rawPayload.length).toBeLessThan(posterBytes);
    const { document } = await drawn(path);
    expect(document.documentElement.localName).toBe('svg');
    const loading = 'parsererror, script, foreignObject, image, iframe, a';
    expect(document.querySelector(loading)).toBeNull();
    const ids = new Set([...document.querySelectorAll('[id]')].map(({ id }) => id));
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/i);
        expect(value).not.toMatch(/NaN|undefined|Infinity/);
        const target = /href$/i.test(name) ? value : /url\((.*?)\)/.exec(value)?.[1];
        if (target === undefined) continue;
        expect(target).toMatch(/^#/);
        expect(ids).toContain(target.slice(1));
      }
    }
    const headers = { 'if-none-match': `W/${answer.headers.etag}` };
    const again = await app.inject({ url: path, headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each(events)('$slug has a poster and a map of its seats in its own words', async (event) => {
    const poster = await drawn(`/media/posters/${event.slug}.svg`);
    expect(poster.document.querySelector('title')?.textContent).toBe(event.name);
    // An img element has no web font: the letters are outlines of our typeface.
    expect(poster.document.querySelector('text')).toBeNull();
    const map = await drawn(`/media/maps/${event.slug}.svg`);
    for (const { name, color } of event.categories) {
      expect(map.document.documentElement.textContent).toContain(name);
      expect(map.body).toContain(color);
    }
  });

  it.each(organizers)('$slug has a logo with its name', async ({ slug, name }) => {
    const { document } = await drawn(`/media/logos/${slug}.svg`);
    expect(document.querySelector('title')?.textContent).toBe(name);
  });

  it.each([
    ...['tidak-ada.svg', 'konser-senja-jakarta.png', 'konser-senja-jakarta'].map(
      (file) => `/media/posters/${file}`,
    ),
    ...['/media/logos/tidak-ada.svg', '/media/maps/tidak-ada.svg', '/media/other/x.svg'],
    ...['/media/lain.svg', '/media/../package.json', '/media/posters/..%2f..%2fpackage.json'],
    ...['0', '7', '1e0', 'a'].map((number) => `/placeholders/${number}.svg`),
  ])('%s is not there', async (path) => {
    const answer = await app.inject(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBeUndefined();
  });
});
