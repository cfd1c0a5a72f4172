import type { FastifyReply } from 'fastify';

/** A cookie to set; a null value deletes it, without an age it lasts until the browser closes. */
export interface Cookie {
  readonly name: string;
  readonly value: string | null;
  readonly maxAgeSeconds?: number;
  /** 'strict' keeps it from requests that a link of another site begins; 'lax' by default. */
  readonly sameSite?: 'strict';
}

/** Sets cookies that scripts cannot read and that other sites cannot send, except by a link (§17.10). */
export function setCookies(
  reply: FastifyReply,
  isHttps: boolean,
  cookies: readonly Cookie[],
): void {
  for (const { name, value, maxAgeSeconds, sameSite = 'lax' } of cookies) {
    const attributes = { httpOnly: true, sameSite, path: '/', secure: isHttps } as const;
    if (value === null) reply.clearCookie(name, attributes);
    else {
      const life = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds };
      reply.setCookie(name, value, { ...attributes, ...life });
    }
  }
}
