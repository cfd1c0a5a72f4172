import type { SeatsMessage } from '../../../contract/realtime.ts';
import {
  type SeatCategory,
  type SeatStatus,
  seatmapCategories,
  seatmapLayout,
  seatsLeft,
} from '../../../contract/seatmap.ts';
import type { Result } from '../../../machines/shared/result.ts';
import type { Api } from '../../effects/http/api.ts';
import { noCategory } from './codes.ts';
import type { ParsedSeatMap } from './parse-seat-map.ts';
import { availableCode, codeOf, indexOf, type SeatMapData } from './seat-map-data.ts';

/** A status change of one seat from the broker. */
export interface SeatChange {
  readonly seat_number: string;
  readonly status: SeatStatus;
}

/** Standing places left of a category, from the broker. */
export type PlaceChange = NonNullable<SeatsMessage['places']>[number];

/** Parses in a worker; null if workers are unavailable. */
function parsedElsewhere(bytes: Blob): Promise<ParsedSeatMap | null> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' });
    } catch {
      resolve(null);
      return;
    }
    const settle = (parsed: ParsedSeatMap | null) => {
      worker.terminate();
      resolve(parsed);
    };
    worker.onmessage = ({ data }: MessageEvent<ParsedSeatMap>) => settle(data);
    // Old browsers lack module workers, or the worker's file could not be fetched.
    worker.onerror = () => settle(null);
    worker.onmessageerror = () => settle(null);
    worker.postMessage(bytes);
  });
}

async function parsedHere(bytes: Blob): Promise<ParsedSeatMap> {
  return (await import('./parse-seat-map.ts')).parseSeatMap(bytes);
}

/** Parses in a worker, else on this thread; null if the parser cannot be fetched. */
async function parsed(bytes: Blob): Promise<ParsedSeatMap | null> {
  return (
    (typeof Worker === 'undefined' ? null : await parsedElsewhere(bytes)) ??
    (await parsedHere(bytes).catch(() => null))
  );
}

const noCode = { ok: false, failure: { kind: 'unreachable', message: 'No connection.' } } as const;

/** Returns the failure for a response that is no valid map. */
function unreadable(
  path: string,
  { flaw, faults }: { flaw: 'missing' | 'undrawable'; faults: readonly string[] },
) {
  console.warn(`Unknown answer of GET ${path}`, faults);
  return { ok: false, failure: { kind: 'broken', status: 200, flaw, message: '' } } as const;
}

/** Reads the full response, for a server without layouts or after a change of the layout. */
async function readWhole(api: Api, slug: string, given: { signal?: AbortSignal }) {
  const answer = await api.file(seatmapCategories, { params: { slug }, ...given });
  if (!answer.ok) return answer;
  const read = await parsed(answer.value);
  if (read === null) return noCode;
  if (read.seatMap !== null) return { ok: true, value: read.seatMap } as const;
  const fault = read.flaw === null ? unaskedStates : read;
  return unreadable(seatmapCategories.path, fault);
}

const unaskedStates = { flaw: 'missing', faults: ['statuses'] } as const;

/**
 * Reads the seat map of an event and parses it in a worker if possible. A known or cached layout is not fetched again, only the statuses.
 */
export async function readSeatMap(
  api: Api,
  slug: string,
  known: SeatMapData | undefined,
  signal?: AbortSignal,
): Promise<Result<SeatMapData>> {
  const given = signal === undefined ? {} : { signal };
  const answer = await api.file(seatmapCategories, {
    params: { slug },
    prefersMinimal: true,
    ...given,
  });
  if (!answer.ok) return answer;
  const read = await parsed(answer.value);
  if (read === null) return noCode;
  if (read.seatMap !== null) return { ok: true, value: read.seatMap };
  if (read.flaw !== null) return unreadable(seatmapCategories.path, read);
  const { layout, ...states } = read.states;
  const isOf = (seatMap: SeatMapData | undefined) =>
    seatMap?.layout === layout && seatMap.count === states.status.length;
  if (known !== undefined && isOf(known)) return { ok: true, value: { ...known, ...states } };
  const seats = await api.file(seatmapLayout, { params: { slug, version: layout }, ...given });
  if (!seats.ok && seats.failure.kind !== 'refused') return seats;
  const base = seats.ok ? await parsed(seats.value) : null;
  if (base?.seatMap && isOf(base.seatMap))
    return { ok: true, value: { ...base.seatMap, ...states } };
  return readWhole(api, slug, given);
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

function hasSameSeats(a: SeatMapData, b: SeatMapData): boolean {
  if (a.cells === b.cells) return true;
  return (
    a.columns === b.columns &&
    a.numberText === b.numberText &&
    isSame(a.numberEnds, b.numberEnds) &&
    isSame(a.cells, b.cells) &&
    isSame(a.x, b.x) &&
    isSame(a.y, b.y) &&
    isSame(a.rotation ?? [], b.rotation ?? []) &&
    isSame(a.access ?? [], b.access ?? []) &&
    JSON.stringify(a.shapes) === JSON.stringify(b.shapes) &&
    isSame(a.category, b.category) &&
    isSame(a.price, b.price) &&
    a.categories.length === b.categories.length &&
    a.categories.every(({ id, color }, at) => {
      const other = b.categories[at];
      return other?.id === id && other.color === color;
    })
  );
}

/**
 * Merges a newly read map: for an unchanged layout the known arrays remain and `indexes` lists the changed seats, so that unchanged parts
 * are not drawn again.
 */
export function mergeSeatMap(
  known: SeatMapData | undefined,
  read: SeatMapData,
): { readonly seatMap: SeatMapData; readonly indexes: readonly number[] | null } {
  if (known === undefined || !hasSameSeats(known, read)) return { seatMap: read, indexes: null };
  const indexes: number[] = [];
  for (let index = 0; index < known.count; index += 1) {
    const code = read.status[index] ?? 0;
    if (known.status[index] === code) continue;
    known.status[index] = code;
    indexes.push(index);
  }
  const { layout, eventStatus, mine, minePlaces, categories } = read;
  const zones = layout !== null && layout === known.layout ? known.zones : read.zones;
  return {
    seatMap: { ...known, layout, eventStatus, mine, minePlaces, categories, zones },
    indexes,
  };
}

/** Applies changes of statuses and of standing places; returns the map with updated counts per category and the changed seats. */
export function patchSeatMap(
  seatMap: SeatMapData,
  changes: readonly SeatChange[],
  places: readonly PlaceChange[] = [],
): { readonly seatMap: SeatMapData; readonly indexes: readonly number[] } {
  const indexes = new Set<number>();
  const freed = new Map<number, number>();
  for (const change of changes) {
    const index = indexOf(seatMap, change.seat_number);
    const code = codeOf(change.status);
    const before = seatMap.status[index];
    if (index < 0 || before === code) continue;
    seatMap.status[index] = code;
    indexes.add(index);
    const more = Number(code === availableCode) - Number(before === availableCode);
    const category = seatMap.category[index] ?? noCategory;
    freed.set(category, (freed.get(category) ?? 0) + more);
  }
  const categories = seatMap.categories.map((category, at): SeatCategory => {
    const left = places.find((change) => change.category === category.id)?.left;
    if (left !== undefined) return { ...category, available_seats: left };
    const more = freed.get(at) ?? 0;
    if (more === 0) return category;
    return { ...category, available_seats: Math.max(0, seatsLeft(category) + more) };
  });
  return { seatMap: { ...seatMap, categories }, indexes: [...indexes] };
}
