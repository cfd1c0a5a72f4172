import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { isLoopbackHostHeader } from '../config/loopback.ts';
import { Refusal } from './refusal.ts';

const foreignHost =
  'This is a development server: it answers localhost alone. Open it by http://localhost, or run it with ROETIX_MODE=demo.';
const forwarded =
  'This is a development server: it answers no proxy. Ask it directly, or run it with ROETIX_MODE=demo.';

/**
 * Lets a server respond to this machine only (§16.4): 421 for a Host that is not loopback, such as a name that its owner pointed here (DNS
 * rebinding), 403 for a request that came through a proxy or a tunnel. Also covers upgrades; mount it before any other listener.
 */
export function answerThisMachineOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const refusal = refusalOf(request.headers);
    if (refusal !== null) throw refusal;
  });
  app.server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const refusal = refusalOf(request.headers);
    if (refusal === null) return;
    const status = refusal.status === 421 ? '421 Misdirected Request' : '403 Forbidden';
    socket.on('error', () => socket.destroy());
    // Other listeners of the upgrade find a socket that accepts no more data.
    socket.end(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${refusal.message.length}\r\n\r\n${refusal.message}`,
      () => socket.destroy(),
    );
  });
}

function refusalOf(headers: IncomingHttpHeaders): Refusal | null {
  if (!isLoopbackHostHeader(headers.host)) return new Refusal(421, foreignHost);
  const isForwarded = Object.keys(headers).some(
    (name) =>
      name === 'forwarded' ||
      name === 'via' ||
      name === 'x-real-ip' ||
      name.startsWith('x-forwarded-'),
  );
  return isForwarded ? new Refusal(403, forwarded) : null;
}
