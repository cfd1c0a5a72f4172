import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiRoot } from '../../contract/limits.ts';
import type { PageSettings } from '../../contract/settings.ts';
import type { PageRenderer } from '../../contract/stored/rendering.ts';
import type { Config } from '../config.ts';
import { isHttps } from '../http/caller.ts';
import { networkOf } from '../limits/networks.ts';
import type { Services } from '../services.ts';
import { createPages, type Pages, type PagesOptions } from './pages.ts';

const builtRenderer = fileURLToPath(
  new URL(join('..', '..', 'dist', 'server', 'server-entry.js'), import.meta.url),
);

/** The file of the server build, loaded on the first call; null if there is none. */
export function builtRendererLoader(): (() => Promise<PageRenderer>) | null {
  if (!existsSync(builtRenderer)) return null;
  let loading: Promise<{ renderer: PageRenderer }> | undefined;
  return async () => {
    loading ??= import(pathToFileURL(builtRenderer).href);
    return (await loading).renderer;
  };
}

/** The public scheme and host; null for an invalid Host header. */
export function originOf(config: Config, request: FastifyRequest): string | null {
  if (config.publicUrl !== null) return config.publicUrl;
  if (!/^[\w.:[\]-]+$/.test(request.host)) return null;
  return `${isHttps(config, request.protocol === 'https') ? 'https' : 'http'}://${request.host}`;
}

/** Renders pages and puts them into a document; `keptForMs` is 0 where the sources may change. */
export type Drawing = Pick<PagesOptions, 'renderer' | 'document' | 'keptForMs'>;

/** Pages that read this server's own API, called within the process. */
export function mountPages(
  app: FastifyInstance,
  { config, keptReads, budget }: Pick<Services, 'config' | 'keptReads' | 'budget'>,
  settings: PageSettings,
  drawing: Drawing,
): Pages {
  const pages = createPages({
    ...drawing,
    isKnownEvent: (slug, address) =>
      keptReads.get(`known ${slug}`, address, async (q) => {
        const rows = await q.query('select 1 from events where slug = $1', [slug]);
        return rows.length > 0;
      }),
    mayDraw: (address) => budget.take('drawing', networkOf(address).host),
    log: app.log,
    settings,
    read: async (path, address) => {
      const { statusCode, payload } = await app.inject({
        method: 'GET',
        url: apiRoot + path,
        headers: { accept: 'application/json' },
        remoteAddress: address,
      });
      return { status: statusCode, body: payload };
    },
  });
  // The development tools move the clock and reset the seed.
  if (config.devTools) {
    app.addHook('onResponse', async (request) => {
      if (request.method === 'GET' || !request.url.startsWith('/dev/')) return;
      pages.clear();
    });
  }
  app.addHook('onListen', async () => {
    // So that the first visitor need not wait for the code to load.
    await drawing.renderer().catch(() => undefined);
  });
  return pages;
}
