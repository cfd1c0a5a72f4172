import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { calls } from '../../contract/call/calls.ts';
import { apiRoot } from '../../contract/limits.ts';
import type { LineDocument } from '../domain/line/lines.ts';
import type { ConnectionGuard } from '../http/connections.ts';
import { refusal, refuseFor } from '../http/refuse.ts';
import type { Services } from '../services.ts';
import { dataPolicy, securityHeaders } from '../static/static-policy.ts';

const refuse = refuseFor(calls.queueLine);
const call = 'queueLine' satisfies keyof typeof calls;
const type = 'application/json; charset=utf-8';
const prefix = `${apiRoot}${calls.queueLine.path.replace('{slug}', '')}`;

const headersOf = ({ etag }: LineDocument) => ({ 'cache-control': 'public, max-age=1', etag });

/**
 * GET /queue/{slug}: the line of an event. Outside of `serve`, because nothing of it depends on the caller: no account or cookie is read, and
 * its text is made once a second (decision 057).
 */
export function mountQueueLine(app: FastifyInstance, { lines }: Pick<Services, 'lines'>): void {
  const options = { compress: false as const, config: { call } };
  app.get<{ Params: { slug: string } }>(`${prefix}:slug`, options, async (request, reply) => {
    const { slug } = request.params;
    const parsed = calls.queueLine.params.safeParse({ slug });
    if (!parsed.success) {
      throw refusal('inputInvalid', { field: 'slug' });
    }
    const document = await lines.read(slug);
    if (document === null) throw refuse('eventNotFound');
    reply.headers(headersOf(document));
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
    return reply.type(type).send(document.text);
  });
}

/**
 * Sends the document of a line, while it is fresh, before Fastify sees the request: in a rush nearly every request is for it (decision 057). Fastify
 * gets all other requests, and these too where the address of the shop does not say https, or tools of development or traces watch the calls.
 */
export function sendLinesFirst(
  app: FastifyInstance,
  { config, lines, metrics }: Pick<Services, 'config' | 'lines' | 'metrics'>,
  { isRefused }: Pick<ConnectionGuard, 'isRefused'>,
): void {
  const isHttps = config.publicUrl?.startsWith('https:') === true;
  if (!isHttps || config.devTools || config.qaBuild || config.isTraced) return;
  const shared = Object.entries(securityHeaders(isHttps)).flat();
  const ofBody = ['content-type', type, 'content-security-policy', dataPolicy, 'content-length'];
  const heads = new WeakMap<LineDocument, string[]>();
  const headOf = (document: LineDocument) => {
    const head = heads.get(document) ?? [...shared, ...Object.entries(headersOf(document)).flat()];
    heads.set(document, head);
    return head;
  };
  const isSent = (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '', socket, headers } = request;
    if (method !== 'GET' || !url.startsWith(prefix) || isRefused(socket)) return false;
    const document = lines.fresh(url.slice(prefix.length));
    if (document === null) return false;
    const isKnown = headers['if-none-match'] === document.etag;
    const status = isKnown ? 304 : 200;
    if (isKnown) response.writeHead(status, headOf(document)).end();
    else {
      const length = String(Buffer.byteLength(document.text));
      response.writeHead(status, [...headOf(document), ...ofBody, length]).end(document.text);
    }
    metrics?.answered(call, status, 0);
    return true;
  };
  const listeners = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (isSent(request, response)) return;
    for (const listener of listeners) listener(request, response);
  });
}
