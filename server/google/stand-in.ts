import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';
import type { GoogleSettings } from '../config/google.ts';

/** Where the development tools keep their stand-in for Google. */
export const standInPath = '/dev/google';

/** The one client the stand-in knows. */
export const standInClient = {
  clientId: 'roetix-dev',
  clientSecret: 'a-secret-of-development-only',
} as const;

/** Settings and way of asking for a provider that talks to the stand-in without leaving this process, whatever its port is outside. */
export function standIn(app: FastifyInstance, issuer: string): [GoogleSettings, CustomFetch] {
  const ask: CustomFetch = async (url, options) => {
    const { pathname, search } = new URL(url);
    const { body, method, headers } = options;
    const answer = await app.inject({
      url: pathname + search,
      method: method as 'GET' | 'POST',
      headers: { ...headers, host: new URL(issuer).host },
      ...(body === undefined || body === null ? {} : { payload: String(body) }),
    });
    const type = String(answer.headers['content-type']);
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': type },
    });
  };
  return [{ issuer, ...standInClient }, ask];
}
