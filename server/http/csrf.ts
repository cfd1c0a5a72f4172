import type { FastifyRequest } from 'fastify';
import { requestedWithHeader } from '../../contract/limits.ts';
import { refusal } from './refuse.ts';

/**
 * Refuses a request that a page of another site could have sent (§17.20): it needs the header X-Requested-With, which no plain form can
 * set, and the browser's own headers must name this site as the origin. Throws Refusal 403. A client other than a browser sends neither
 * Sec-Fetch-Site nor Origin and needs only the header.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | null): void {
  if (request.headers[requestedWithHeader] === undefined) {
    throw refusal('requestHeaderMissing');
  }
  refuseForeignBrowser(request, publicUrl);
}

/** The part of the check that needs no header: refuses a browser that acts for another site. Throws Refusal 403. */
export function refuseForeignBrowser(request: FastifyRequest, publicUrl: string | null): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site !== undefined) throw refusal('otherSite');
  const origin = request.headers.origin;
  if (origin === undefined) return;
  if (!isOwnOrigin(origin, request.host, publicUrl)) {
    throw refusal('otherSite');
  }
}

/** True if an Origin header names the requested host or the public address. Accepts any text: 'null' and invalid ones are foreign. */
export function isOwnOrigin(origin: string, host: string, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (publicUrl !== null && given.origin === new URL(publicUrl).origin) return true;
  // Both are parsed, so that an omitted port equals the default one.
  const asked = `${given.protocol}//${host}`;
  return URL.canParse(asked) && new URL(asked).origin === given.origin && given.host !== '';
}
