import { readAnswer } from '../../../contract/call/tolerant.ts';
import {
  type SeatCategory,
  type SeatStatus,
  seatmapCategories,
  statusLetters,
} from '../../../contract/seatmap.ts';
import { buildSeatMapData, codeOf, type SeatMapData } from './seat-map-data.ts';

/** The changing part of a map, without its seats. */
export interface SeatMapStates {
  /** Version of the layout with the seats. */
  readonly layout: string;
  readonly eventStatus: string;
  readonly mine: readonly string[] | null;
  readonly minePlaces: NonNullable<SeatMapData['minePlaces']>;
  readonly categories: readonly SeatCategory[];
  /** As `SeatMapData.status`. */
  readonly status: Uint8Array;
}

/** The parsed map, or why the response of `seatmap-categories` is invalid; the reason contains no values of the response (§3.7). */
export type ParsedSeatMap =
  | { readonly seatMap: SeatMapData }
  | { readonly seatMap: null; readonly flaw: null; readonly states: SeatMapStates }
  | {
      readonly seatMap: null;
      readonly flaw: 'missing' | 'undrawable';
      readonly faults: readonly string[];
    };

const codes = new Map<string, number>(
  Object.entries(statusLetters).map(([status, letter]) => [letter, codeOf(status as SeatStatus)]),
);
const codeOfLetter = (letter: string) => codes.get(letter) ?? codeOf('unknown');

/** Parses the bytes of a response. Never throws (§2.209). */
export async function parseSeatMap(bytes: Blob): Promise<ParsedSeatMap> {
  let body: unknown;
  try {
    body = JSON.parse(await bytes.text());
  } catch {
    return { seatMap: null, flaw: 'missing', faults: ['The answer is not JSON.'] };
  }
  const data = (body as { data?: unknown } | null)?.data ?? null;
  const read = readAnswer(seatmapCategories, data);
  if (!read.ok) return { seatMap: null, flaw: 'missing', faults: [...read.paths] };
  const {
    event_status: eventStatus,
    mine = null,
    mine_quantities: minePlaces = [],
    categories,
    seatLayout,
  } = read.value;
  const { version, statuses } = seatLayout;
  if (version !== undefined && statuses !== undefined) {
    const status = Uint8Array.from(statuses, codeOfLetter);
    return {
      seatMap: null,
      flaw: null,
      states: { layout: version, eventStatus, mine, minePlaces, categories, status },
    };
  }
  const seatMap = buildSeatMapData(read.value);
  if (seatMap !== null) return { seatMap };
  const isEmpty = seatLayout.items.length === 0;
  return { seatMap, flaw: isEmpty ? 'missing' : 'undrawable', faults: ['seatLayout'] };
}

/** Returns the buffers of a map for a transfer between threads. */
export function memoryOf(seatMap: SeatMapData): ArrayBuffer[] {
  const arrays = Object.values(seatMap).filter((value) => ArrayBuffer.isView(value));
  // A grid has the same array twice, as positions and as lines.
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}
