import type { FastifyInstance } from 'fastify';

/** Lets a scope accept plain forms: the pages of the development tools work without scripts. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
