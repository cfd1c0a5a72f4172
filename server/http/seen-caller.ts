import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { keyedHash } from '../secrets/secret-hash.ts';

/** Names the header by which the doctor proves that it has the keys of the installation. */
export const doctorHeader = 'x-roetix-doctor';

/** What a process sees of a caller, for the doctor alone: addresses of proxies are nobody else's business. */
export const seenCallerSchema = z.object({
  /** The other end of the connection: the last proxy. */
  peer: z.string(),
  isTrusted: z.boolean(),
  /** X-Forwarded-For as it came; null without one. */
  forwarded: z.nullable(z.string()),
  /** The address that limits count. */
  address: z.string(),
});
export type SeenCaller = z.infer<typeof seenCallerSchema>;

const minuteMs = 60_000;
/** Minutes by which the clocks of doctor and server may differ. */
const tolerance = 2;

/** The value of the header, which holds for some minutes. */
export function doctorProof(key: string, now: number): string {
  return keyedHash(key, 'doctor', String(Math.floor(now / minuteMs)));
}

/** What this process sees of the caller; null unless the doctor asks. */
export function seenCaller(
  { headers, ip, raw }: FastifyRequest,
  { key, isTrustedPeer, now }: SeenBy,
): SeenCaller | null {
  const given = Buffer.from(String(headers[doctorHeader] ?? ''));
  const isProof = Array.from({ length: 2 * tolerance + 1 }, (_, at) => at - tolerance)
    .map((minutes) => Buffer.from(doctorProof(key, now() + minutes * minuteMs)))
    .some((proof) => proof.length === given.length && timingSafeEqual(proof, given));
  if (!isProof) return null;
  const peer = raw.socket.remoteAddress ?? '';
  // The parsed header holds the addresses that count; the raw ones are as the proxy sent them.
  const sent = raw.rawHeaders.filter(
    (_, at) => at % 2 === 1 && raw.rawHeaders[at - 1]?.toLowerCase() === 'x-forwarded-for',
  );
  const forwarded = sent.length === 0 ? null : sent.join(', ');
  return { peer, isTrusted: isTrustedPeer(peer), forwarded, address: ip };
}

/** Dependencies of `seenCaller`. */
export interface SeenBy {
  readonly key: string;
  isTrustedPeer(address: string): boolean;
  now(): number;
}
