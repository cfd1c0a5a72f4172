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

const paths = [
  ...sampleEvents().flatMap((event) => [
    `/media/posters/${event.slug}.svg`,
    `/media/maps/${event.slug}.svg`,
  ]),
  ...sampleOrganizers().map((organizer) => `/media/logos/${organizer.slug}.svg`),
  ...[1, 2, 3, 4, 5, 6].map((number) => `/placeholders/${number}.svg`),
  '/media/default-logo.svg',
];

describe('pictures', () => {
  it.each(paths)('%s is an SVG that runs and loads nothing', async (path) => {
    const answer = await app.inject(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/max-age=\d{6}/),
    });
    const document = new DOMParser().parseFromString(answer.body, 'image/svg+xml');
    expect(document.documentElement.localName).toBe('svg');
    expect(document.querySelector('parsererror, script, foreignObject, image, iframe')).toBeNull();
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/i);
        if (/href$/i.test(name)) expect(value).toMatch(/^#/);
      }
    }
    const again = await app.inject({
      url: path,
      headers: { 'if-none-match': `W/${answer.headers.etag}` },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    '/media/posters/tidak-ada.svg',
    '/media/posters/konser-senja-jakarta.png',
    '/media/posters/konser-senja-jakarta',
    '/media/logos/tidak-ada.svg',
    '/media/maps/tidak-ada.svg',
    '/media/other/x.svg',
    '/media/lain.svg',
    '/media/../package.json',
    '/media/posters/..%2f..%2fpackage.json',
    '/placeholders/0.svg',
    '/placeholders/7.svg',
    '/placeholders/1e0.svg',
    '/placeholders/a.svg',
  ])('%s is not there', async (path) => {
    const answer = await app.inject(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBeUndefined();
  });
});
