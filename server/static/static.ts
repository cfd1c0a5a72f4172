import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gatePagePath } from '../../contract/gate.ts';
import { apiRoot, realtimePath } from '../../contract/limits.ts';
import {
  defaultPageSettings,
  demoPaymentsPath,
  type PageSettings,
  pageSettingsElement,
} from '../../contract/settings.ts';
import { staffPagePath } from '../../contract/staff/calls.ts';
import { controlPageRoot } from '../../contract/staff/control.ts';
import { deskPagePath } from '../../contract/staff/desk.ts';
import { appStartPath, keptTicketsPagePath } from '../../contract/stored/kept-tickets.ts';
import type { PageRenderer } from '../../contract/stored/rendering.ts';
import { offlinePagePath } from '../../contract/stored/stored-pages.ts';
import { readTheme } from '../../contract/stored/theme.ts';
import { openableHosts } from '../config/gateways.ts';
import { isSimulation } from '../config/simulation.ts';
import type { Config } from '../config.ts';
import { twinNames } from '../gateway/stand-in.ts';
import { isHttps, sessionIdOf } from '../http/caller.ts';
import { sendRefusal } from '../http/envelope.ts';
import { refusal } from '../http/refuse.ts';
import { readBuiltApp } from '../pages/built-app.ts';
import { drawDocument, inTheme } from '../pages/document.ts';
import { earlyPressHash } from '../pages/early-press.ts';
import { builtRendererLoader, type Drawing, mountPages, originOf } from '../pages/mount.ts';
import { mountSiteMap } from '../pages/site-map.ts';
import type { Services } from '../services.ts';
import { mountOwnPages, ownFileOf, sendPage, workerPaths } from './own-pages.ts';
import {
  contentSecurityPolicy,
  dataPolicy,
  fileHeaders,
  type PolicyFacts,
  securityHeaders,
  workerPolicy,
} from './static-policy.ts';
import { openVite, type ViteHandle } from './static-vite.ts';

/** Folders of the builds: the browser app, and the one with the inspector. */
const builtFolder = (config: Config) =>
  fileURLToPath(new URL(config.qaBuild ? '../../dist/qa' : '../../dist/client', import.meta.url));

/** Paths that are never a page of the app. */
const reserved = [
  apiRoot,
  '/dev',
  '/demo',
  '/media',
  '/placeholders',
  '/assets',
  realtimePath,
  gatePagePath,
  keptTicketsPagePath,
  offlinePagePath,
  appStartPath,
  staffPagePath,
  deskPagePath,
  controlPageRoot,
];

const notBuilt = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not built yet</title></head>
<body><p>The app has not been built yet: run <code>npm run build</code> and reload.</p></body></html>
`;

function pageSettings(config: Config): PageSettings {
  const { productName, mqttTopicPrefix, organizerUrl, demoFallback } = config;
  const isDemo = config.mode === 'demo';
  return {
    ...defaultPageSettings,
    productName,
    topicPrefix: mqttTopicPrefix,
    organizerUrl,
    supportEmail: config.supportEmail ?? defaultPageSettings.supportEmail,
    social: config.social,
    demoFallback,
    paymentHosts: openableHosts(config),
    demo: isSimulation(config) ? (config.smtpUrl === null ? 'letters' : 'mail') : 'off',
    // Development has its own stand-in for Google.
    google: config.google !== null || config.devTools,
    pushKey: config.push?.publicKey ?? null,
    payerRoot: isDemo ? demoPaymentsPath : config.devTools ? defaultPageSettings.payerRoot : null,
    playedGateways: ['simulated', ...twinNames({ config })],
  };
}

/** Starts the player for scenarios of the desk in the page (development tools only). */
const playerElement = '<script type="module" src="/dev/assets/play.js"></script>';

/** Whether a scenario is played in the browser of the request. */
function isPlayed(config: Config, cookieHeader: string | undefined): boolean {
  return config.devTools && cookieHeader?.includes('roetix_desk=1') === true;
}

/** Whether a tester's browser requests the plain page, to see the app while it loads (development tools only). */
function asksPlain(config: Config, request: FastifyRequest): boolean {
  return config.devTools && request.headers.cookie?.includes('roetix_plain=1') === true;
}

/** The page with the settings of this server in its head; null if all settings have their defaults. */
function settledPage(settings: PageSettings, page: () => string): string | null {
  if (JSON.stringify(settings) === JSON.stringify(defaultPageSettings)) return null;
  return page().replace('<head>', () => `<head>\n    ${pageSettingsElement(settings)}`);
}

export interface StaticOptions {
  /** Folder of the built app; by default the one of the build. */
  readonly folder?: string | undefined;
  /** Renders pages on the server. By default, the server build beside the app; a different folder has none by default. */
  readonly renderer?: PageRenderer | undefined;
  /** While it returns true, pages are rendered in the browser only, so that a tester sees how the app handles a broken API. */
  readonly isDisturbed?: (() => boolean) | undefined;
}

/**
 * Serves the built app, precompressed, with its public pages rendered on the server and the other pages falling back to index.html; with `devVite`
 * the app comes from Vite instead. Sets the security headers of every response and refuses unknown paths.
 */
export async function mountStatic(
  app: FastifyInstance,
  services: Services,
  options: StaticOptions = {},
): Promise<void> {
  const { config } = services;
  const folder = options.folder ?? builtFolder(config);
  const settings = pageSettings(config);
  const isOverHttps = (request: FastifyRequest) => isHttps(config, request.protocol === 'https');
  const policyFor = (
    request: FastifyRequest,
    more: Pick<PolicyFacts, 'styles' | 'scripts' | 'runsWasm'> = {},
  ) =>
    contentSecurityPolicy({
      host: request.host,
      isHttps: isOverHttps(request),
      devVite: config.devVite,
      ...more,
    });
  // With callbacks: every call passes here, and a promise for each of them costs CPU.
  app.addHook('onRequest', (request, reply, done) => {
    // The inspector page at Stately receives events from the window that opened it.
    const mayOpenOthers = config.devVite || config.qaBuild;
    const isFile = pathOf(request).startsWith('/assets/');
    reply.headers(
      isFile
        ? fileHeaders(isOverHttps(request))
        : securityHeaders(isOverHttps(request), mayOpenOthers),
    );
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.hasHeader('content-security-policy')) return done();
    const type = String(reply.getHeader('content-type'));
    if (type.startsWith('text/html')) {
      reply.header('content-security-policy', policyFor(request));
    } else if (type.startsWith('application/json')) {
      reply.header('content-security-policy', dataPolicy);
    }
    done();
  });

  let vite: ViteHandle | null = null;
  let plainPage = '';
  let ownPage: string | null = null;
  let drawing: Drawing | null = null;
  if (config.devVite) {
    const policy = (host: string) =>
      contentSecurityPolicy({ host, isHttps: false, devVite: true, runsWasm: true });
    vite = await openVite(app.server, policy, (page, cookies) => {
      const settled = settledPage(settings, () => page) ?? page;
      return isPlayed(config, cookies) ? withPlayer(settled) : settled;
    });
    drawing = vite;
    app.addHook('onClose', () => vite?.close());
  } else if (existsSync(join(folder, 'index.html'))) {
    plainPage = readFileSync(join(folder, 'index.html'), 'utf8');
    ownPage = settledPage(settings, () => plainPage);
    drawing = builtDrawing(folder, ownPage ?? plainPage, options);
    app.get('/', async (request, reply) => {
      await sendScreen(request, reply);
      return reply;
    });
    if (config.devTools) {
      app.addHook('onRequest', async (request, reply) => {
        const path = pathOf(request);
        if (!isPlayed(config, request.headers.cookie) || isReserved(path)) return;
        if (!wantsPage(request, path)) return;
        return sendPage(reply, withPlayer(ownPage ?? plainPage));
      });
    }
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      allowedPath: (path) => !isBuildRecord(path),
      cacheControl: false,
      setHeaders: (reply, path) => {
        const file = path.slice(folder.length);
        reply.header('cache-control', cacheControlOf(file));
        if (workerPaths.includes(file)) reply.header('content-security-policy', workerPolicy);
      },
    });
    mountOwnPages(app, {
      folder,
      isSimulated: isSimulation(config),
      gatePolicyOf: (request) => policyFor(request, { runsWasm: true }),
    });
  }
  // The service worker redirects visitors without network to the stored tickets.
  app.get(appStartPath, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/', 302),
  );
  const pages = drawing === null ? null : mountPages(app, services, settings, drawing);
  mountSiteMap(app, services, (request) => originOf(config, request));

  // Not awaited by Fastify: a reply that passes through a promise adds two listeners to its response, and together with those of a file
  // Node would warn of too many listeners.
  app.setNotFoundHandler((request, reply) => {
    answerRest(request, reply).catch((error: unknown) => reply.send(error));
  });

  async function answerRest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = pathOf(request);
    const file = ownFileOf(path);
    const isVites = file !== null || path.startsWith('/assets') || !isReserved(path);
    if (vite !== null && isRead(request) && isVites) {
      const isScreen = file === null && wantsPage(request, path);
      if (isScreen && (await isDrawn(request, reply))) return;
      reply.hijack();
      return vite.answer(request.raw, reply.raw, isScreen ? 'index.html' : file);
    }
    if (isReserved(path) || !wantsPage(request, path)) refuse(reply);
    // The folder is checked again: after a build in the meantime, only a restart is needed.
    else if (!app.hasReplyDecorator('sendFile')) {
      reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
    } else await sendScreen(request, reply);
  }

  /** Responds with the rendered page, if there is one. */
  async function isDrawn(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const origin = originOf(config, request);
    if (pages === null || origin === null || options.isDisturbed?.() === true) return false;
    if (isPlayed(config, request.headers.cookie) || asksPlain(config, request)) return false;
    const policyOf = (styles: readonly string[]) =>
      policyFor(request, { styles, scripts: [earlyPressHash] });
    const isVisitor = sessionIdOf(config, request.headers, request.protocol === 'https') === null;
    return pages.answer(request, reply, { origin, isVisitor, policyOf });
  }

  async function sendScreen(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (await isDrawn(request, reply)) return;
    const theme = readTheme(request.headers.cookie);
    if (ownPage === null && theme === 'system') reply.sendFile('index.html');
    else sendPage(reply, inTheme(ownPage ?? plainPage, theme));
  }
}

/** How pages of a build are rendered; null for a build without its manifest or its server part. */
function builtDrawing(folder: string, template: string, options: StaticOptions): Drawing | null {
  const built = readBuiltApp(folder, template);
  const given = options.renderer;
  const isOther = options.folder !== undefined;
  const load = given !== undefined ? async () => given : isOther ? null : builtRendererLoader();
  if (built === null || load === null) return null;
  return { renderer: load, document: async (parts, locale) => drawDocument(built, locale, parts) };
}

function withPlayer(page: string): string {
  return page.replace('<head>', () => `<head>\n    ${playerElement}`);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

function isReserved(path: string): boolean {
  return reserved.some((root) => path === root || path.startsWith(`${root}/`));
}

function refuse(reply: FastifyReply): void {
  sendRefusal(reply, refusal('notFound'));
}

function isRead(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Whether an unknown address is a page: the client accepts HTML, and the path has no file extension. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  const accept = request.headers.accept ?? '*/*';
  const takesHtml = accept.includes('text/html') || accept.includes('*/*');
  return isRead(request) && takesHtml && !path.slice(path.lastIndexOf('/')).includes('.');
}

/** Records of a build: the manifest, and the source maps, compressed or not. No page loads them. */
function isBuildRecord(path: string): boolean {
  return /\/\.(?!well-known\/)|(?:manifest|stats)\.json(?:\.|$)|\.map(?:\.|$)/.test(path);
}

/** Hashed files never change; all others are revalidated. */
function cacheControlOf(path: string): string {
  return /^[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
