import type { FastifyReply } from 'fastify';

/** A cookie to set; null takes it away, no age makes it last as long as the browser runs. */
export interface Cookie {
  readonly name: string;
  readonly value: string | null;
  readonly maxAgeSeconds?: number;
}

/** Sets cookies as all of ours are: out of reach of scripts and, but for followed links, of other sites (resolutions §3). */
export function setCookies(
  reply: FastifyReply,
  isHttps: boolean,
  cookies: readonly Cookie[],
): void {
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps } as const;
  for (const { name, value, maxAgeSeconds } of cookies) {
    if (value === null) reply.clearCookie(name, attributes);
    else {
      const life = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds };
      reply.setCookie(name, value, { ...attributes, ...life });
    }
  }
}
