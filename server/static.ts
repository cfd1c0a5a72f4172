import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiRoot, realtimePath } from '../contract/limits.ts';
import {
  defaultPageSettings,
  type PageSettings,
  pageSettingsElement,
} from '../contract/settings.ts';
import type { Config } from './config.ts';
import { isHttps } from './http/caller.ts';
import { sendRefusal } from './http/envelope.ts';
import { Refusal } from './http/refusal.ts';
import { contentSecurityPolicy, securityHeaders } from './static-policy.ts';
import { openVite, type ViteHandle } from './static-vite.ts';

/** Where the build puts the browser app. */
export const clientFolder = fileURLToPath(new URL('../dist/client', import.meta.url));

/** Paths that are never a screen of the app. */
const reserved = [apiRoot, '/dev', '/media', '/placeholders', '/assets', realtimePath];

const notBuilt = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not built yet</title></head>
<body><p>The app has not been built yet: run <code>npm run build</code> and reload.</p></body></html>
`;

function pageSettings(config: Config): PageSettings {
  const { productName, mqttTopicPrefix, organizerUrl } = config;
  return { productName, topicPrefix: mqttTopicPrefix, organizerUrl };
}

/** The page with the settings of this server in its head, for one that is told anything but the defaults; null for one that is not. */
function settledPage(config: Config, page: () => string): string | null {
  const settings = pageSettings(config);
  if (JSON.stringify(settings) === JSON.stringify(defaultPageSettings)) return null;
  return page().replace('<head>', `<head>\n    ${pageSettingsElement(settings)}`);
}

/**
 * Serves the built app, precompressed, with its screens falling back to index.html; with `devVite` the app comes from Vite instead.
 * Sets the security headers of every answer and refuses what nothing else answers.
 */
export async function mountStatic(
  app: FastifyInstance,
  config: Config,
  folder = clientFolder,
): Promise<void> {
  const isOverHttps = (request: FastifyRequest) => isHttps(config, request.protocol === 'https');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(isOverHttps(request)));
  });
  app.addHook('onSend', async (request, reply) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (!isPage || reply.hasHeader('content-security-policy')) return;
    const { devVite } = config;
    const policy = contentSecurityPolicy({
      host: request.host,
      isHttps: isOverHttps(request),
      devVite,
    });
    reply.header('content-security-policy', policy);
  });

  let vite: ViteHandle | null = null;
  let ownPage: string | null = null;
  if (config.devVite) {
    const policy = (host: string) => contentSecurityPolicy({ host, isHttps: false, devVite: true });
    vite = await openVite(app.server, policy, (page) => settledPage(config, () => page) ?? page);
    app.addHook('onClose', () => vite?.close());
  } else if (existsSync(join(folder, 'index.html'))) {
    ownPage = settledPage(config, () => readFileSync(join(folder, 'index.html'), 'utf8'));
    if (ownPage !== null) app.get('/', async (_request, reply) => sendOwnPage(reply));
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheControlOf(path.slice(folder.length)));
      },
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isReserved = reserved.some((root) => path === root || path.startsWith(`${root}/`));
    if (vite !== null && isRead(request) && (path.startsWith('/assets') || !isReserved)) {
      reply.hijack();
      return vite.answer(request.raw, reply.raw, wantsPage(request, path));
    }
    if (isReserved || !wantsPage(request, path)) return refuse(reply);
    // The folder is looked at again, so that a build made meanwhile only needs a restart to be whole.
    if (!app.hasReplyDecorator('sendFile')) {
      return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
    }
    return ownPage === null ? reply.sendFile('index.html') : sendOwnPage(reply);
  });

  function sendOwnPage(reply: FastifyReply): FastifyReply {
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(ownPage);
  }
}

function refuse(reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, new Refusal(404, 'Not found'));
}

function isRead(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Whether an address nothing answers is a screen: read by something that takes HTML, and not named like a file. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  const accept = request.headers.accept ?? '*/*';
  const takesHtml = accept.includes('text/html') || accept.includes('*/*');
  return isRead(request) && takesHtml && !path.slice(path.lastIndexOf('/')).includes('.');
}

/** Hashed files never change; everything else is asked for again. */
function cacheControlOf(path: string): string {
  return /^[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
