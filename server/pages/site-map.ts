import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Page } from '../../contract/page.ts';
import { pageNames, pageOf, pathTo } from '../../contract/pages.ts';
import { listSlugs } from '../domain/catalogue/catalogue.ts';
import { createSendKept } from '../http/kept-text.ts';
import type { Services } from '../services.ts';

/** The most addresses of one sitemap, by its protocol. */
const mostEvents = 50_000 - 2;
/** Milliseconds for which the server keeps a site map that has not changed. */
const madeForMs = 60_000;
/** Seconds for which search engines may cache both files. */
const keptSeconds = 3_600;

const rows = pageNames.map(pageOf);
const hasParams = ({ path }: Page) => path.includes(':');

/** Paths that search engines should not visit. */
const privatePaths = [
  '/api/',
  '/dev/',
  ...rows.filter((row) => row.private === true).map(({ path }) => path.replace(/:\w+/g, '*')),
];

/** Pages that the server renders and that are the same for every event. */
const publicPaths = rows
  .filter((row) => row.drawn === true && !hasParams(row))
  .map(({ path }) => path);

/** /robots.txt, and /sitemap.xml with every event on sale. `originOf` returns the scheme and host of a request; null for an invalid one. */
export function mountSiteMap(
  app: FastifyInstance,
  { clock, keptReads }: Services,
  originOf: (request: FastifyRequest) => string | null,
): void {
  const sendKept = createSendKept(2);
  app.get('/robots.txt', async (request, reply) => {
    const origin = originOf(request);
    const lines = [
      'User-agent: *',
      ...privatePaths.map((path) => `Disallow: ${path}`),
      ...(origin === null ? [] : ['', `Sitemap: ${origin}/sitemap.xml`]),
    ];
    reply.header('cache-control', `public, max-age=${keptSeconds}`);
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });

  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request) ?? '';
    const xml = await keptReads.get(
      `site map ${origin}`,
      request.ip,
      async (q) => {
        // Slugs consist of lower-case words and hyphens: they need no escaping.
        const slugs = await listSlugs(q, clock.now(), mostEvents);
        const paths = [...publicPaths, ...slugs.map((slug) => pathTo('event', { slug }))];
        const lines = [
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
          ...paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`),
          '</urlset>',
        ];
        return `${lines.join('\n')}\n`;
      },
      madeForMs,
    );
    reply.header('cache-control', `public, max-age=${keptSeconds}`);
    return sendKept(request, reply.type('application/xml; charset=utf-8'), xml);
  });
}
