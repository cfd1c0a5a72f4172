import type { AnswerOf } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { createSeatmapReader } from '../domain/seatmap.ts';
import type { Routes } from '../http/serve.ts';

/** Stands in for the answer that leaves as prepared text. */
const prepared: AnswerOf<typeof calls.seatmapCategories> = {
  event_status: '',
  categories: [],
  seatLayout: { totalRows: 0, totalCols: 0, items: [] },
};

/** Categories and seats of an event (§7), written as text at once: 50,000 seats are not checked again on their way out. */
export const routes: Routes = (serve, { db, clock, config }) => {
  const reader = createSeatmapReader();
  serve(calls.seatmapCategories, async ({ params }) => {
    const seatmap = await reader.read(db, params.slug, clock.now(), config.graceSeconds);
    const envelope = `{"status":200,"message":"OK","data":${seatmap}}`;
    return { data: prepared, bytes: Buffer.from(envelope) };
  });
};
