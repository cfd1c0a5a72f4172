import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { sqlState as codeOf } from './db/transaction.ts';
import { StartError } from './start-error.ts';

/** Detects an unavailable port before the start does minutes of other work. Throws StartError. */
export async function assertPortFree(config: Pick<Config, 'port' | 'host'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.port, config.host);
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(error, config);
  }
  probe.close();
  await once(probe, 'close');
}

/** Listens, and returns the port in use. Throws StartError if the port or the address is unavailable. */
export async function listen(
  fastify: FastifyInstance,
  config: Pick<Config, 'port' | 'host'>,
): Promise<number> {
  try {
    await fastify.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw listenError(error, config);
  }
  const address = fastify.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.port;
}

/** Opens the port of the metrics, and returns the one in use. Throws StartError if it is unavailable. */
export async function listenOn(
  server: Server,
  place: Pick<Config, 'port' | 'host'>,
): Promise<number> {
  try {
    server.listen(place.port, place.host);
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, place, metricsNames);
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : place.port;
}

const shopNames = { port: 'PORT', host: 'HOST' } as const;
const metricsNames = { port: 'METRICS_PORT', host: 'METRICS_HOST' } as const;

function listenError(
  error: unknown,
  { port, host }: Pick<Config, 'port' | 'host'>,
  names: { readonly port: string; readonly host: string } = shopNames,
): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is taken by another program. Stop it, or choose another port: ${names.port}=${port + 1} npm start.`,
      );
    case 'EACCES':
      return new StartError(
        `Port ${port} may not be opened by this user. Choose one above 1023 with ${names.port}.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `${names.host} ${host} is no address of this machine. Use 0.0.0.0 or 127.0.0.1.`,
      );
    default:
      return error;
  }
}
