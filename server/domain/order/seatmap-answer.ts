import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type SeatCategory, statusLetters } from '../../../contract/seatmap.ts';
import { type GzipPart, gzipPart, joinGzip, joinParts } from '../../http/gzip-parts.ts';
import { once } from '../../once.ts';
import type { Choice } from './choice.ts';
import type { SeatLayout } from './seatmap-layout.ts';

const brotli = promisify(brotliCompress);
/** Paid once for each version of a layout; half the size of what a middle quality makes. */
const layoutQuality = 9;
/** Seats compressed as one piece: what a change of one of them costs. */
const seatsInPart = 500;

/** Ids of seats that nobody else can have now, in order, as the JSON text of a list: compared as it is, read only when it differs. */
export interface TakenSeats {
  readonly held: string;
  readonly sold: string;
  /** JSON text of the standing places that are taken, by category. */
  readonly standing: string;
}

/** What the asking account holds; null where nobody is signed in (§3.33). */
export type OwnSeats = Required<Choice> | null;

/**
 * An answer as it is sent: JSON text, plain or compressed. What everybody is sent is made when it is first asked for, and kept; only a
 * list of own seats is written for its account and joined to the end.
 */
export interface PackedAnswer {
  readonly plain: (mine: OwnSeats) => Buffer;
  readonly gzip: (mine: OwnSeats) => Promise<Buffer>;
}

/** What is sent of a map in one state. */
export interface SeatmapResponse {
  /** The whole answer of §7.46. */
  readonly whole: PackedAnswer;
  /** The same with a letter a seat in place of the seats, and without the zones, which the layout has. */
  readonly minimal: PackedAnswer;
}

/** What is sent of a map while its layout stays. */
export interface SeatmapAnswers {
  /** Names the layout: a hash of what it holds. */
  readonly version: string;
  /** The answer while these seats are taken; the same object while nothing changes. */
  stateOf(eventStatus: string, taken: TakenSeats): SeatmapResponse;
  /** The map with every seat free. `brotli` is null until it is made, which the first asker sets off. */
  readonly layout: PackedAnswer & { readonly brotli: () => Buffer | null };
}

/** How the work of compressing is done; replaced by tests that count it. */
export interface Packing {
  readonly part: (text: string) => Promise<GzipPart>;
  readonly layout: (text: Buffer) => Promise<Buffer>;
}

const packing: Packing = {
  part: gzipPart,
  layout: (text) =>
    brotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: layoutQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
};

const noPlaces = '[]';
const free = 0;
const held = 1;
const sold = 2;
const statuses = ['available', 'in_transaction', 'sold'] as const;
const letters = statuses.map((status) => statusLetters[status].charCodeAt(0));

/** One piece of the seats in one state; shared by all states in which it is the same. */
interface Piece {
  packed: Promise<GzipPart> | null;
}

/**
 * Prepares the answers of one layout. A change costs the pieces of the text it falls into, however large the hall is. The same bytes go
 * to everybody, up to the seats that the asking account holds itself.
 */
export function createSeatmapAnswers(
  layout: SeatLayout,
  { part, layout: packLayout }: Packing = packing,
): SeatmapAnswers {
  const count = layout.seats.length;
  const version = versionOf(layout);
  const partCount = Math.ceil(count / seatsInPart);
  let last: {
    readonly key: readonly string[];
    readonly codes: Uint8Array;
    readonly pieces: readonly Piece[];
    readonly answer: SeatmapResponse;
  } | null = null;

  const codesOf = (taken: TakenSeats) => {
    const codes = new Uint8Array(count);
    const mark = (ids: string, code: number) => {
      for (const id of JSON.parse(ids) as number[]) {
        const index = layout.indexOf.get(id);
        if (index !== undefined) codes[index] = code;
      }
    };
    mark(taken.held, held);
    mark(taken.sold, sold);
    return codes;
  };

  const seatsText = (codes: Uint8Array, from: number, to: number) => {
    const texts: string[] = [];
    for (let index = from; index < Math.min(to, count); index += 1) {
      const code = codes[index] ?? free;
      texts.push(
        code === free
          ? (layout.seats[index] ?? '')
          : layout.seatWith(index, statuses[code] ?? 'unknown'),
      );
    }
    return texts.join(',');
  };

  const isSamePiece = (a: Uint8Array, b: Uint8Array, at: number) => {
    const from = at * seatsInPart;
    const to = from + seatsInPart;
    return Buffer.compare(a.subarray(from, to), b.subarray(from, to)) === 0;
  };

  const packedWhole = async (
    head: string,
    codes: Uint8Array,
    pieces: readonly Piece[],
  ): Promise<GzipPart> => {
    const seats = pieces.map((piece, at) => {
      const from = at * seatsInPart;
      piece.packed ??= part((at === 0 ? '' : ',') + seatsText(codes, from, from + seatsInPart));
      piece.packed.catch(() => {
        piece.packed = null;
      });
      return piece.packed;
    });
    return joinParts(await Promise.all([part(head), ...seats, part(wholeEnd)]));
  };

  const strangerEnding = onceMade(() => part(ending(null)));
  const seatlessEnding = onceMade(() => part(ending({ seats: [], quantities: [] })));
  const packEnding = (mine: OwnSeats) => {
    if (mine === null) return strangerEnding();
    return holdsNothing(mine) ? seatlessEnding() : part(ending(mine));
  };
  const versionEnd = `,"version":"${version}"}`;
  const planText = layout.plan === null ? '' : `,"plan":${JSON.stringify(layout.plan)}`;
  const wholeEnd = `]${planText}${versionEnd},"zoneLayout":${JSON.stringify(layout.zones)}`;
  const { maxTickets } = layout;
  const mostText = maxTickets === null ? '' : `"max_tickets":${maxTickets},`;
  const opening = (eventStatus: string, codes: Uint8Array, standing: string) =>
    `{"status":200,"message":"OK","data":{"event_status":${JSON.stringify(eventStatus)},${mostText}"categories":${JSON.stringify(categoriesOf(layout, codes, standing))},"seatLayout":{"totalRows":${layout.totalRows},"totalCols":${layout.totalCols},"items":[`;

  const wholeText = (head: string, codes: Uint8Array) =>
    Buffer.from(head + seatsText(codes, 0, count) + wholeEnd);

  const answerOf = (
    eventStatus: string,
    codes: Uint8Array,
    pieces: readonly Piece[],
    standing: string,
  ): SeatmapResponse => {
    const head = opening(eventStatus, codes, standing);
    const minimal = () => `${head}],"statuses":"${lettersOf(layout, codes)}"${versionEnd}`;
    return {
      whole: closed(
        () => wholeText(head, codes),
        () => packedWhole(head, codes, pieces),
        packEnding,
      ),
      minimal: closed(
        () => Buffer.from(minimal()),
        () => part(minimal()),
        packEnding,
      ),
    };
  };

  const freePieces: Piece[] = Array.from({ length: partCount }, () => ({ packed: null }));
  const freeCodes = new Uint8Array(count);
  const freeMap = answerOf('active', freeCodes, freePieces, noPlaces).whole;
  let brotliForm: Buffer | null = null;
  const makeBrotli = onceMade(async () => {
    const text = Buffer.concat([
      wholeText(opening('active', freeCodes, noPlaces), freeCodes),
      Buffer.from(ending(null)),
    ]);
    brotliForm = await packLayout(text);
  });

  return {
    version,
    stateOf(eventStatus, taken) {
      const key = [eventStatus, taken.held, taken.sold, taken.standing] as const;
      if (last !== null && key.every((text, at) => text === last?.key[at])) return last.answer;
      const codes = codesOf(taken);
      const before = last ?? { codes: freeCodes, pieces: freePieces };
      const pieces = before.pieces.map((piece, at) =>
        isSamePiece(before.codes, codes, at) ? piece : { packed: null },
      );
      last = { key, codes, pieces, answer: answerOf(eventStatus, codes, pieces, taken.standing) };
      return last.answer;
    },
    layout: {
      ...freeMap,
      brotli: () => {
        makeBrotli().catch(() => {});
        return brotliForm;
      },
    },
  };
}

const holdsNothing = ({ seats, quantities }: Required<Choice>) =>
  seats.length + quantities.length === 0;

/** The end of an answer, with what an account holds itself. */
function ending(mine: OwnSeats): string {
  if (mine === null) return '}}';
  const { seats, quantities } = mine;
  const places = quantities.length === 0 ? '' : `,"mine_quantities":${JSON.stringify(quantities)}`;
  return `,"mine":${JSON.stringify(seats)}${places}}}`;
}

/** Puts the end to an answer whose beginning is the same for everybody; without own seats so is the whole of it. */
function closed(
  text: () => Buffer,
  packed: () => Promise<GzipPart>,
  packEnding: (mine: OwnSeats) => Promise<GzipPart>,
): PackedAnswer {
  const start = once(text);
  const packedStart = onceMade(packed);
  const plain = (mine: OwnSeats) => Buffer.concat([start(), Buffer.from(ending(mine))]);
  const gzip = async (mine: OwnSeats) => joinGzip([await packedStart(), await packEnding(mine)]);
  const sharedForms = (mine: OwnSeats) => ({
    plain: once(() => plain(mine)),
    gzip: onceMade(() => gzip(mine)),
  });
  const stranger = sharedForms(null);
  const seatless = sharedForms({ seats: [], quantities: [] });
  const sharedBy = (mine: OwnSeats) =>
    mine === null ? stranger : holdsNothing(mine) ? seatless : null;
  return {
    plain: (mine) => sharedBy(mine)?.plain() ?? plain(mine),
    gzip: (mine) => sharedBy(mine)?.gzip() ?? gzip(mine),
  };
}

/** As `once`, for values that take a while; a failure is not kept. */
function onceMade<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | null = null;
  return () => {
    making ??= make().catch((error: unknown) => {
      making = null;
      throw error;
    });
    return making;
  };
}

function versionOf(layout: SeatLayout): string {
  const hash = createHash('sha256');
  const { totalRows, totalCols, maxTickets, categories, zones, plan } = layout;
  const most = maxTickets === null ? [] : [maxTickets];
  hash.update(JSON.stringify([totalRows, totalCols, categories, zones, plan, ...most]));
  for (const seat of layout.seats) hash.update(seat);
  return hash.digest('base64url').slice(0, 22);
}

/** Categories with what is sold and left of each. */
function categoriesOf(layout: SeatLayout, codes: Uint8Array, standing: string): SeatCategory[] {
  const places = JSON.parse(standing) as { category: string; held: number; sold: number }[];
  const counts = new Map(places.map(({ category, ...count }) => [category, count]));
  for (const [index, code] of codes.entries()) {
    if (code === free) continue;
    const id = layout.categoryOf[index] ?? '';
    const count = counts.get(id) ?? { held: 0, sold: 0 };
    if (code === sold) count.sold += 1;
    else count.held += 1;
    counts.set(id, count);
  }
  return layout.categories.map((category) => {
    const count = counts.get(category.id) ?? { held: 0, sold: 0 };
    return {
      ...category,
      sold_tickets_count: count.sold,
      available_seats: category.max_capacity - count.held - count.sold,
    };
  });
}

/** A letter a seat; blocks are none. */
function lettersOf(layout: SeatLayout, codes: Uint8Array): string {
  const text = Buffer.alloc(codes.length);
  let length = 0;
  for (const [index, code] of codes.entries()) {
    if (layout.isBlock(index)) continue;
    text[length] = letters[code] ?? 0;
    length += 1;
  }
  return text.toString('latin1', 0, length);
}
