import { calls } from '../../contract/call/calls.ts';
import { createDrawReads } from '../domain/draw/draw-reads.ts';
import { takes } from '../http/content-coding.ts';
import type { Routes } from '../http/serve.ts';

/** What is published of a draw never changes. */
const publishedCacheControl = 'public, max-age=86400, immutable';

/** The draws of waiting rooms, for everybody to check (decision 059). */
export const routes: Routes = (serve, { db, clock }) => {
  const reads = createDrawReads(db, clock);

  serve(calls.queueDraws, async ({ params }) => ({
    data: await reads.facts(params.slug),
    headers: { 'cache-control': 'public, max-age=1' },
  }));

  serve(calls.drawList, async ({ params: { slug, kind }, request }) => {
    const file = await reads.list(slug, kind);
    const isPacked = takes(request.headers['accept-encoding'], 'br');
    return {
      data: '',
      bytes: isPacked ? file.brotli : file.text,
      headers: {
        'cache-control': publishedCacheControl,
        'content-disposition': `attachment; filename="undian-${slug}-${kind}.txt"`,
        vary: 'Accept-Encoding',
        ...(isPacked ? { 'content-encoding': 'br' } : {}),
      },
    };
  });

  serve(calls.drawPlace, async ({ params: { slug, kind, name } }) => ({
    data: await reads.place(slug, kind, name),
    headers: { 'cache-control': publishedCacheControl },
  }));
};
