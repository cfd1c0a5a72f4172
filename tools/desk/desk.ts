import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { storagePrefix } from '../../contract/stored/stored-key.ts';
import { isHttps, sessionCookieName } from '../../server/http/caller.ts';
import { envelope } from '../../server/http/envelope.ts';
import { Refusal } from '../../server/http/refusal.ts';
import type { Services } from '../../server/services.ts';
import { deskPage, goPage } from './desk-page.ts';
import { toolsPanel } from './desk-tools.ts';
import { findScenario } from './scenarios/registry.ts';
import { createRunner } from './scenarios/run.ts';
import { type DeskSources, readDeskState } from './state.ts';

/** Policy of the desk: its own scripts and styles only. */
const deskPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Files of the desk's pages, by name: read once, so that no request path reaches the disk. */
const assets = new Map<string, { type: string; bytes: Buffer }>([
  ...['base.css', 'desk.css'].map(
    (name) => [name, { type: 'text/css; charset=utf-8', bytes: ownFile(name) }] as const,
  ),
  ...['desk.js', 'go.js', 'play.js'].map(
    (name) => [name, { type: 'text/javascript; charset=utf-8', bytes: ownFile(name) }] as const,
  ),
  [
    'font.woff2',
    {
      type: 'font/woff2',
      bytes: readFileSync(
        createRequire(import.meta.url).resolve(
          '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2',
        ),
      ),
    },
  ],
]);

function ownFile(name: string): Buffer {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url));
}

const playerCookie = 'roetix_desk';
const proceedSchema = z.strictObject({ run: z.uuid('Send {"run": the id of the run}') });
type Named = { Params: { name: string } };

/**
 * The scenario desk: GET /dev lists every scenario beside the tools, GET /dev/go/{name} is a page that sets one up, POST /dev/scenarios/{name}
 * sets it up on the server and returns the browser's part, GET /dev/state returns the effects of the tools.
 */
export function mountDesk(
  app: FastifyInstance,
  services: Services,
  sources: DeskSources,
  exemption: Readonly<Record<string, string>>,
): void {
  const { config } = services;
  const readState = () => readDeskState(services, sources);
  const runner = createRunner();
  const isSecure = (request: FastifyRequest) => isHttps(config, request.protocol === 'https');
  app.get('/dev', async (_request, reply) =>
    sendPage(reply, deskPage(config.productName, await readState())),
  );
  app.get('/dev/state', readState);
  app.get('/dev/panel', async (_request, reply) => sendPage(reply, toolsPanel(await readState())));
  app.get<Named>('/dev/go/:name', async (request, reply) => {
    const { name } = request.params;
    const scenario = findScenario(name);
    return sendPage(
      reply.code(scenario === null ? 404 : 200),
      goPage(
        config.productName,
        name,
        scenario,
        request.headers['sec-fetch-site'] === 'cross-site',
      ),
    );
  });
  app.post<Named>('/dev/scenarios/:name', async (request, reply) => {
    const { ready, cookie } = await runner.prepare(request.params.name, {
      app,
      exemption,
      isHttps: isSecure(request),
      peer: request.socket.remoteAddress ?? '',
    });
    if (cookie !== null) reply.header('set-cookie', cookie);
    else {
      const secure = isSecure(request);
      reply.clearCookie(sessionCookieName(config, secure), { path: '/', secure });
    }
    // With this cookie the server adds the player to a page of the app.
    if (ready.acts.length > 0) reply.setCookie(playerCookie, '1', { path: '/', sameSite: 'lax' });
    else reply.clearCookie(playerCookie, { path: '/' });
    return reply.send(envelope(200, 'OK', { ...ready, storage_prefix: storagePrefix }));
  });
  app.post<Named>('/dev/scenarios/:name/played', async (_request, reply) => {
    reply.clearCookie(playerCookie, { path: '/' });
    return reply.send(envelope(200, 'OK', null));
  });
  app.post<{ Params: { name: string; place: string } }>(
    '/dev/scenarios/:name/meanwhile/:place',
    async (request, reply) => {
      const body = proceedSchema.safeParse(request.body);
      if (!body.success) throw new Refusal(422, 'Send {"run": the id of the run}');
      await runner.proceed(request.params.name, body.data.run, Number(request.params.place));
      return reply.send(envelope(200, 'OK', null));
    },
  );
  app.get<Named>('/dev/assets/:name', async (request, reply) => {
    const asset = assets.get(request.params.name);
    if (asset === undefined) throw new Refusal(404, 'Not found');
    return reply.type(asset.type).send(asset.bytes);
  });
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-security-policy', deskPolicy)
    .type('text/html; charset=utf-8')
    .send(html);
}
