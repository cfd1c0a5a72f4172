import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageRenderer } from '../../contract/stored/rendering.ts';
import { documentOf } from '../pages/document.ts';
import type { Drawing } from '../pages/mount.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Vite inside this server. */
export interface ViteHandle extends Drawing {
  /** Handles one request: a module, else the given HTML file of the project, else 404. */
  answer(request: IncomingMessage, response: ServerResponse, page: string | null): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens Vite as middleware, with hot reload over the server's own port; `policyOf` returns the page policy for a host, `settle` inserts the
 * server's settings.
 */
export async function openVite(
  server: Server,
  policyOf: (host: string) => string,
  settle: (page: string, cookies: string | undefined) => string,
): Promise<ViteHandle> {
  // Loaded only here: a production install need not load it.
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectRoot,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  const sendPage = async (request: IncomingMessage, response: ServerResponse, file: string) => {
    const template = await readFile(join(projectRoot, file), 'utf8');
    const html = await vite.transformIndexHtml(
      request.url ?? '/',
      settle(template, request.headers.cookie),
    );
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policyOf(request.headers.host ?? ''),
    });
    response.end(html);
  };
  const nothingMore = { styles: [], scripts: [] };
  return {
    keptForMs: 0,
    renderer: async () => {
      const entry = await vite.ssrLoadModule('/src/server-entry.tsx');
      return entry.renderer as PageRenderer;
    },
    // In development scripts insert the styles, so the page is unstyled until they run.
    document: async (parts, locale, path) => {
      const template = settle(await readFile(join(projectRoot, 'index.html'), 'utf8'), undefined);
      const page = await vite.transformIndexHtml(path, template);
      return { html: documentOf(page, locale, parts, nothingMore), styles: [] };
    },
    answer: (request, response, page) =>
      new Promise((resolve, reject) => {
        response.once('close', resolve);
        vite.middlewares(request, response, (error?: unknown) => {
          if (error !== undefined && error !== null) {
            response.writeHead(500).end();
            reject(error instanceof Error ? error : new Error('Vite failed'));
          } else if (page !== null) {
            sendPage(request, response, page).catch(reject);
          } else {
            response.writeHead(404).end();
          }
        });
      }),
    close: () => vite.close(),
  };
}
