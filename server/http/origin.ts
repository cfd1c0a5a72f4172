import type { FastifyRequest } from 'fastify';
import { addressPrefix } from '../domain/audit.ts';

/** Where a change came from, for the audit log. */
export interface Origin {
  readonly requestId: string;
  readonly addressPrefix: string;
}

/** What the audit log keeps of a request: its id and the network it came from, never the whole address. */
export function originOf(request: FastifyRequest): Origin {
  return { requestId: request.id, addressPrefix: addressPrefix(request.ip) };
}
