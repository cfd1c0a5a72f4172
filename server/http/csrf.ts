import type { FastifyRequest } from 'fastify';
import { requestedWithHeader } from '../../contract/limits.ts';
import { refusal } from './refuse.ts';

/**
 * Refuses what another site's page could have sent (resolutions §3): the header X-Requested-With must be there, which no plain
 * form can set, and the browser's own word on where the call comes from must be this site. Throws Refusal 403.
 * A client that is no browser sends neither Sec-Fetch-Site nor Origin and needs the header alone.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | null): void {
  if (request.headers[requestedWithHeader] === undefined) {
    throw refusal('requestHeaderMissing');
  }
  refuseForeignBrowser(request, publicUrl);
}

/** The half that needs no header: refuses a browser that says it acts for another site. Throws Refusal 403. */
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

/** True where an Origin header names the host that was asked, or the public address. Total: 'null' and rubbish are foreign. */
export function isOwnOrigin(origin: string, host: string, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (publicUrl !== null && given.origin === new URL(publicUrl).origin) return true;
  // Parsed the same way, so that a port left out and the usual one named are equal.
  const asked = `${given.protocol}//${host}`;
  return URL.canParse(asked) && new URL(asked).origin === given.origin && given.host !== '';
}
