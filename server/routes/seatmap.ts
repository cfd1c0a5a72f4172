import type { AnswerOf } from '../../contract/call/call.ts';
import { calls } from '../../contract/call/calls.ts';
import { createSeatmapReader } from '../domain/order/seatmap.ts';
import type { OwnSeats, PackedAnswer } from '../domain/order/seatmap-answer.ts';
import { takes } from '../http/content-coding.ts';
import type { Routes } from '../http/serve.ts';

/** Type placeholder for a response that is sent as prepared text. */
const prepared: AnswerOf<typeof calls.seatmapCategories> = {
  event_status: '',
  categories: [],
  seatLayout: { totalRows: 0, totalCols: 0, items: [] },
};

/** A layout never changes: its address contains the hash of its content. */
const layoutCacheControl = 'public, max-age=31536000, immutable';

/**
 * Categories and seats of an event (§7.46), serialised and compressed once for all clients, except for the caller's own holds (§3.33); 50,000
 * seats are not validated again for each response.
 */
export const routes: Routes = (serve, { db, clock, config }) => {
  const reader = createSeatmapReader({ db, clock, graceSeconds: config.graceSeconds });

  serve(calls.seatmapCategories, async ({ params, caller, request }) => {
    const answer = await reader.state(params.slug);
    // The holds are read second: seats held in between then appear as free or as the caller's own, never as those of others.
    const mine = await reader.heldBy(params.slug, caller?.id ?? null);
    const isMinimal = /(?:^|,)\s*return\s*=\s*minimal\b/i.test(String(request.headers.prefer));
    const form = isMinimal ? answer.minimal : answer.whole;
    return {
      data: prepared,
      ...(await packed(form, mine, request.headers['accept-encoding'], {
        vary: 'Accept-Encoding, Prefer',
        ...(isMinimal ? { 'preference-applied': 'return=minimal' } : {}),
      })),
    };
  });

  serve(calls.seatmapLayout, async ({ params, request }) => {
    const layout = await reader.layout(params.slug, params.version);
    const encodings = request.headers['accept-encoding'];
    const headers = { vary: 'Accept-Encoding', 'cache-control': layoutCacheControl };
    const small = takes(encodings, 'br') ? layout.brotli() : null;
    if (small === null)
      return { data: prepared, ...(await packed(layout, null, encodings, headers)) };
    return { data: prepared, bytes: small, headers: { ...headers, 'content-encoding': 'br' } };
  });
};

async function packed(
  form: PackedAnswer,
  mine: OwnSeats,
  encodings: string | string[] | undefined,
  headers: Readonly<Record<string, string>>,
) {
  if (!takes(encodings, 'gzip')) return { bytes: form.plain(mine), headers };
  return { bytes: await form.gzip(mine), headers: { ...headers, 'content-encoding': 'gzip' } };
}
