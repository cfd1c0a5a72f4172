import type { FastifyInstance } from 'fastify';
import { calls } from '../../contract/call/calls.ts';
import { apiRoot } from '../../contract/limits.ts';
import { refusal, refuseFor } from '../http/refuse.ts';
import type { Services } from '../services.ts';

const refuse = refuseFor(calls.queueLine);

/**
 * GET /queue/{slug}: the line of an event. Outside of `serve`, because nothing of it depends on the caller: no account, cookie or limit is read,
 * and its text is made once a second (decision 057).
 */
export function mountQueueLine(app: FastifyInstance, { lines }: Pick<Services, 'lines'>): void {
  const url = apiRoot + calls.queueLine.path.replace('{slug}', ':slug');
  app.get<{ Params: { slug: string } }>(url, { compress: false }, async (request, reply) => {
    const { slug } = request.params;
    const parsed = calls.queueLine.params.safeParse({ slug });
    if (!parsed.success) {
      throw refusal('inputInvalid', { field: 'slug' });
    }
    const document = await lines.read(slug);
    if (document === null) throw refuse('eventNotFound');
    reply.header('cache-control', 'public, max-age=1').header('etag', document.etag);
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(document.text);
  });
}
