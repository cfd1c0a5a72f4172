import { seatmapCategories } from '../../contract/seatmap.ts';
import { type Hall, hallOf } from './hall.ts';

/** A hall, or why the answer of `seatmap-categories` is none; never with the values of the answer (ruling 1.8-B). */
export type ParsedHall =
  | { readonly hall: Hall }
  | { readonly hall: null; readonly faults: readonly string[] };

/** The hall of the bytes of an answer. Total: whatever they are (ruling 1.3-C). */
export async function parseHall(bytes: Blob): Promise<ParsedHall> {
  let body: unknown;
  try {
    body = JSON.parse(await bytes.text());
  } catch {
    return { hall: null, faults: ['The answer is not JSON.'] };
  }
  const data = (body as { data?: unknown } | null)?.data ?? null;
  const parsed = seatmapCategories.answer.safeParse(seatmapCategories.normalise?.(data) ?? data);
  if (!parsed.success) {
    return { hall: null, faults: parsed.error.issues.map(({ path }) => path.join('.')) };
  }
  const hall = hallOf(parsed.data);
  return hall === null ? { hall, faults: ['seatLayout'] } : { hall };
}

/** The memory of a hall that is handed over instead of copied. */
export function memoryOf(hall: Hall): ArrayBuffer[] {
  return [
    hall.cells,
    hall.lineOf,
    hall.columnOf,
    hall.category,
    hall.price,
    hall.status,
    hall.runOf,
    hall.numberEnds,
    hall.byNumber,
  ].map(({ buffer }) => buffer as ArrayBuffer);
}
