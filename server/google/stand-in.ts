import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';
import type { GoogleSettings } from '../config/google.ts';

/** Path of the development tools' stand-in for Google. */
export const standInPath = '/dev/google';

/** The only client of the stand-in. */
export const standInClient = {
  clientId: 'roetix-dev',
  clientSecret: 'a-secret-of-development-only',
} as const;

/** Settings and fetch function of a provider that calls the stand-in within this process, whatever its public port is. */
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
