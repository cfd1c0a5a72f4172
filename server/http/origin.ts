import type { FastifyRequest } from 'fastify';
import { addressPrefix } from '../domain/audit.ts';

/** The source of a change, for the audit log. */
export interface Origin {
  readonly requestId: string;
  readonly addressPrefix: string;
}

/** The part of a request that the audit log stores: its id and its network, never the whole address. */
export function originOf(request: FastifyRequest): Origin {
  return { requestId: request.id, addressPrefix: addressPrefix(request.ip) };
}
