import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

/** Says of the address at the other end of a socket whether it is a proxy of the operator, so that its X-Forwarded headers are believed. */
export type IsTrustedPeer = (address: string) => boolean;

/** The proxies that the settings name. */
export function trustedPeers(config: Pick<Config, 'trustProxy'>): IsTrustedPeer {
  return () => config.trustProxy;
}

/** The address of the client: the last one that a trusted proxy wrote into X-Forwarded-For, else that of the socket. */
export function clientAddress(request: IncomingMessage, isTrustedPeer: IsTrustedPeer): string {
  const peer = request.socket.remoteAddress ?? '';
  if (!isTrustedPeer(peer)) return peer;
  const forwarded = request.headers['x-forwarded-for'];
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last === undefined || last === '' ? peer : last;
}
