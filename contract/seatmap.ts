import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { isLoose, type Loose, looseNumber, looseText } from './call/loose.ts';
import { wholeList } from './call/whole-list.ts';
import { eventParams, openEnum, rupiahSchema } from './fields.ts';
import { drawnPlanSchema, normalisePlan } from './plan/drawn-plan.ts';
import { seatAccesses } from './plan/plan.ts';
import { earlyPriceSchema } from './price/price-rules.ts';

/** Seat statuses of §3.32; only 'available' can be selected (§2.202). */
export const seatStatuses = [
  'available',
  'booked',
  'sold',
  'in_transaction',
  'reserved',
  'hampir_habis',
  'block',
] as const;
/** Status of a seat; 'unknown' cannot be selected. */
export const seatStatusSchema = openEnum(seatStatuses);
/** Status of a seat. */
export type SeatStatus = z.infer<typeof seatStatusSchema>;

/** A price category of an event (§3.30). */
export const seatCategorySchema = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  price: rupiahSchema,
  /** Present while the price is an early one. */
  early_price: z.optional(earlyPriceSchema),
  max_capacity: z.number(),
  sold_tickets_count: z.number(),
  available_seats: z.nullable(z.number()),
  /** 'standing': so many places without numbers, none of which is an item of the map. Absent means seated (decision 054). */
  kind: z.optional(openEnum(['seated', 'standing'])),
});
/** A price category of an event (§3.30). */
export type SeatCategory = z.infer<typeof seatCategorySchema>;

/** One seat of the map (§3.30); `category` is a category id. */
export const seatSchema = z.object({
  id: z.string(),
  seat_number: z.string(),
  row: z.union([z.number(), z.string()]),
  column: z.number(),
  ticket_type: z.nullable(z.string()),
  price: rupiahSchema,
  status: seatStatusSchema,
  category: z.nullable(z.string()),
  /** Section and row as printed on the ticket; absent if `seat_number` says them ('U01-A-12'). Beyond §3, as the fields below (decision 048). */
  section: z.optional(z.string()),
  row_label: z.optional(z.string()),
  /** Centre of the seat in units of `seatLayout.plan`; absent on a grid. */
  x: z.optional(z.number()),
  y: z.optional(z.number()),
  /** Degrees clockwise; absent for 0. */
  rotation: z.optional(z.number()),
  /** A place for a wheelchair, or the seat beside it for a companion. */
  access: z.optional(openEnum(seatAccesses)),
});
/** One seat of the map (§3.30). */
export type Seat = z.infer<typeof seatSchema>;

/** Drawn zones of a venue (§3.30), on a plane of `length` across and `width` down; the units are those of the drawing. */
export const zoneLayoutSchema = z.object({
  length: z.number(),
  width: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      /** SVG markup or path data, with its own origin; never insert it into a page as markup. */
      svg: z.string(),
      originX: z.number(),
      originY: z.number(),
      /** A category by its id, or by its name if a server sends that; null for zones such as a stage. */
      category: z.nullable(z.string()),
    }),
  ),
});
/** Drawn zones of a venue (§3.30). */
export type ZoneLayout = z.infer<typeof zoneLayoutSchema>;

/** The map of an event (§3.30). */
export const seatmapSchema = z.object({
  event_status: z.string(),
  /** The most tickets of one person, where the event allows fewer than one order may have. */
  max_tickets: z.optional(z.number()),
  categories: wholeList(z.array(seatCategorySchema)),
  seatLayout: z.object({
    totalRows: z.number(),
    totalCols: z.number(),
    items: z.array(seatSchema),
    /** Identifies the seats, their positions and prices; unchanged as long as those are (decision 026). */
    version: z.optional(z.string()),
    /** In place of `items`: one of `statusLetters` per seat, without blocks, by row and then by column. */
    statuses: z.optional(z.string()),
    /** Absent for a map that is drawn by rows and columns. Beyond §3 (decision 048). */
    plan: z.optional(drawnPlanSchema),
  }),
  /** Numbers of the seats that the signed-in account holds itself, whatever their status; absent if the server does not say (§3.33). */
  mine: z.optional(z.array(z.string())),
  /** Standing places that the account holds, by category id; absent for none. */
  mine_quantities: z.optional(z.array(z.object({ category: z.string(), count: z.number() }))),
  /** Absent with `statuses`: zones belong to the layout. */
  zoneLayout: z.optional(z.nullable(zoneLayoutSchema)),
});
/** The map of an event (§3.30). */
export type Seatmap = z.infer<typeof seatmapSchema>;

/** The optional fields of a seat that are valid: a map works without the others. */
function placeOf({ section, row_label, x, y, rotation, access }: Loose) {
  const texts = Object.entries({ section, row_label, access });
  const numbers = Object.entries({ x, y, rotation });
  return Object.fromEntries([
    ...texts.filter(([, value]) => typeof value === 'string'),
    ...numbers.filter(([, value]) => typeof value === 'number' && Number.isFinite(value)),
  ]);
}

function normaliseSeat(value: unknown): unknown {
  if (!isLoose(value)) return value;
  const { section, row_label, x, y, rotation, access, status, ...rest } = value;
  return {
    ...rest,
    ...placeOf({ section, row_label, x, y, rotation, access }),
    id: looseText(value.id) ?? looseText(value.seat_id),
    seat_number: looseText(value.seat_number ?? value.seatNumber),
    column: looseNumber(value.column),
    price: looseNumber(value.price ?? 0),
    ticket_type: looseText(value.ticket_type),
    category: looseText(value.category ?? value.category_id),
    status:
      value.type === 'block' ? 'block' : status === 'almost_sold_out' ? 'hampir_habis' : status,
  };
}

/** The valid zones; null if there are none: the seat map works without them. */
function normaliseZones(value: unknown): unknown {
  if (!isLoose(value) || !Array.isArray(value.items)) return null;
  const items = value.items.filter(isLoose).map((zone, index) => ({
    id: looseText(zone.id) ?? String(index),
    svg: zone.svg,
    originX: looseNumber(zone.originX ?? 0),
    originY: looseNumber(zone.originY ?? 0),
    category: looseText(zone.category ?? zone.category_id),
  }));
  const read = zoneLayoutSchema.safeParse({
    length: looseNumber(value.length),
    width: looseNumber(value.width),
    items: items.filter(
      ({ svg, originX, originY }) =>
        typeof svg === 'string' && Number.isFinite(originX) && Number.isFinite(originY),
    ),
  });
  return read.success ? read.data : null;
}

/**
 * Converts the variants of §3.30 (seatNumber, totalColumns, category_id, numbers as text) to the shape of `seatmapSchema`. Never throws: the
 * schema refuses values that it cannot convert.
 */
export function normaliseSeatmap(data: unknown): unknown {
  if (!isLoose(data) || !isLoose(data.seatLayout)) return data;
  const { plan, ...layout } = data.seatLayout;
  const items = layout.items;
  const drawn = normalisePlan(plan);
  const categories = data.categories;
  const { mine, zoneLayout, ...rest } = data;
  return {
    ...rest,
    ...(Array.isArray(mine) ? { mine: mine.map(looseText).filter((text) => text !== null) } : {}),
    ...(zoneLayout === undefined ? {} : { zoneLayout: normaliseZones(zoneLayout) }),
    event_status: looseText(data.event_status) ?? 'active',
    categories: Array.isArray(categories)
      ? categories.map((category: unknown) =>
          isLoose(category)
            ? {
                ...category,
                id: looseText(category.id),
                price: looseNumber(category.price),
                max_capacity: looseNumber(category.max_capacity ?? 0),
                sold_tickets_count: looseNumber(category.sold_tickets_count ?? 0),
                available_seats: category.available_seats ?? null,
              }
            : category,
        )
      : categories,
    seatLayout: {
      ...layout,
      totalRows: looseNumber(layout.totalRows),
      totalCols: looseNumber(layout.totalCols ?? layout.totalColumns),
      ...(drawn === undefined ? {} : { plan: drawn }),
      items: Array.isArray(items) ? items.map(normaliseSeat) : items,
    },
  };
}

/** True for a category of places without numbers. */
export function isStanding({ kind }: Pick<SeatCategory, 'kind'>): boolean {
  return kind === 'standing';
}

/** Free seats of a category: `available_seats`, else capacity minus sold, never negative (§2.204). */
export function seatsLeft(category: SeatCategory): number {
  return Math.max(
    0,
    category.available_seats ?? category.max_capacity - category.sold_tickets_count,
  );
}

/** The letter of each status in `seatLayout.statuses`. */
export const statusLetters = {
  available: 'a',
  booked: 'b',
  sold: 's',
  in_transaction: 't',
  reserved: 'r',
  hampir_habis: 'h',
} as const satisfies Partial<Record<SeatStatus, string>>;

/**
 * GET /event/{slug}/seatmap-categories (§7.46). With `Prefer: return=minimal` (RFC 7240), the response may contain `version` and `statuses` in
 * place of the seats, for a client that has read `seatmapLayout`; a back end that does not know the header sends the seats.
 */
export const seatmapCategories = defineCall({
  method: 'GET',
  path: '/event/{slug}/seatmap-categories',
  summary: 'Categories and every seat of an event with its state',
  access: 'public',
  params: eventParams,
  refusals: { eventNotFound: 404 },
  answer: seatmapSchema,
  normalise: normaliseSeatmap,
});

/** Name of a layout: the value of `seatLayout.version`. */
export const layoutVersionSchema = z.string().check(z.regex(/^[\w-]{8,64}$/));

/**
 * GET /event/{slug}/seatmap-layout/{version}: the map of one version with every seat free; it never changes, so caches may store it. Beyond §7
 * (decision 026). 404 'Layout not found' for any version but the current one.
 */
export const seatmapLayout = defineCall({
  method: 'GET',
  path: '/event/{slug}/seatmap-layout/{version}',
  summary: 'The layout of a map',
  access: 'public',
  params: z.object({ ...eventParams.shape, version: layoutVersionSchema }),
  refusals: { eventNotFound: 404, layoutNotFound: 404 },
  answer: seatmapSchema,
  normalise: normaliseSeatmap,
});
