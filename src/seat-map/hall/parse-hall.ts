import { readAnswer } from '../../../contract/call/tolerant.ts';
import {
  type SeatCategory,
  type SeatStatus,
  seatmapCategories,
  statusLetters,
} from '../../../contract/seatmap.ts';
import { codeOf, type Hall, hallOf } from './hall.ts';

/** The changing part of a map, without its seats. */
export interface HallStates {
  /** Version of the layout with the seats. */
  readonly layout: string;
  readonly eventStatus: string;
  readonly mine: readonly string[] | null;
  readonly categories: readonly SeatCategory[];
  /** As `Hall.status`. */
  readonly status: Uint8Array;
}

/** The parsed map, or why the response of `seatmap-categories` is invalid; the reason contains no values of the response (ruling 1.8-B). */
export type ParsedHall =
  | { readonly hall: Hall }
  | { readonly hall: null; readonly words: null; readonly states: HallStates }
  | {
      readonly hall: null;
      /** Error text of §8. */
      readonly words: string;
      readonly faults: readonly string[];
    };

const missing = 'Seatmap configuration is missing or invalid.';
const undrawable = 'Invalid seatmap configuration. Please check the data.';

const codes = new Map<string, number>(
  Object.entries(statusLetters).map(([status, letter]) => [letter, codeOf(status as SeatStatus)]),
);
const codeOfLetter = (letter: string) => codes.get(letter) ?? codeOf('unknown');

/** Parses the bytes of a response. Never throws (ruling 1.3-C). */
export async function parseHall(bytes: Blob): Promise<ParsedHall> {
  let body: unknown;
  try {
    body = JSON.parse(await bytes.text());
  } catch {
    return { hall: null, words: missing, faults: ['The answer is not JSON.'] };
  }
  const data = (body as { data?: unknown } | null)?.data ?? null;
  const read = readAnswer(seatmapCategories, data);
  if (!read.ok) return { hall: null, words: missing, faults: [...read.paths] };
  const { event_status: eventStatus, mine = null, categories, seatLayout } = read.value;
  const { version, statuses } = seatLayout;
  if (version !== undefined && statuses !== undefined) {
    const status = Uint8Array.from(statuses, codeOfLetter);
    return {
      hall: null,
      words: null,
      states: { layout: version, eventStatus, mine, categories, status },
    };
  }
  const hall = hallOf(read.value);
  if (hall !== null) return { hall };
  const isEmpty = seatLayout.items.length === 0;
  return { hall, words: isEmpty ? missing : undrawable, faults: ['seatLayout'] };
}

/** Returns the buffers of a map for a transfer between threads. */
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
