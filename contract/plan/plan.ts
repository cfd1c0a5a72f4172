/** A place for a wheelchair, or the seat beside it for a companion. */
export const seatAccesses = ['wheelchair', 'companion'] as const;
/** A place for a wheelchair, or the seat beside it for a companion. */
export type SeatAccess = (typeof seatAccesses)[number];

/** True for a value that names a kind of access. */
export function isSeatAccess(value: unknown): value is SeatAccess {
  return (seatAccesses as readonly unknown[]).includes(value);
}

/** A colour of a plan file as #rgb, #rrggbb or with an alpha channel; null for anything else. */
export function planColour(value: unknown): string | null {
  return typeof value === 'string' && /^#[0-9a-f]{3,8}$/i.test(value) ? value : null;
}

/** A seat of a plan. */
export interface PlanSeat {
  /** Unique within the plan, as 'A-12' or 'Balkon-A-12'. */
  readonly number: string;
  /** Empty for a plan with one section. */
  readonly section: string;
  readonly rowLabel: string;
  /** Row and column of the grid, from 1, for clients that draw no positions. */
  readonly row: number;
  readonly column: number;
  /** Name of the category. */
  readonly category: string;
  /** Centre of the seat in units of the plan; null for a plan without positions. */
  readonly x: number | null;
  readonly y: number | null;
  /** Degrees clockwise. */
  readonly rotation: number;
  readonly access: SeatAccess | null;
}

interface ShapeLook {
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise around `x`, `y`. */
  readonly rotation: number;
  readonly color: string | null;
  readonly borderColor: string | null;
  readonly text: string | null;
}

/** Something drawn that is no seat: a stage, an area, a text. */
export type PlanShape = ShapeLook &
  (
    | { readonly kind: 'rect'; readonly width: number; readonly height: number }
    | { readonly kind: 'circle'; readonly radius: number }
    | { readonly kind: 'ellipse'; readonly radiusX: number; readonly radiusY: number }
    | { readonly kind: 'polygon'; readonly points: readonly (readonly [x: number, y: number])[] }
    | { readonly kind: 'text'; readonly size: number }
  );

/** The plan of a hall, whatever file it came from. */
export interface Plan {
  readonly seats: readonly PlanSeat[];
  readonly shapes: readonly PlanShape[];
  /** Size of the plan in its own units; null without positions. */
  readonly width: number | null;
  readonly height: number | null;
}

/** A mistake in a plan file. */
export interface PlanMistake {
  /** The path or line, as 'zones[0].rows[2]' or 'line 12'. */
  readonly place: string;
  readonly what: string;
  readonly mend: string;
}

/** A plan, or every mistake found in its file. */
export type PlanResult =
  | { readonly plan: Plan; readonly mistakes: readonly [] }
  | { readonly plan: null; readonly mistakes: readonly PlanMistake[] };

/** Most seats of a plan. */
export const maxPlanSeats = 100_000;

/** A category of the event that a plan is for. */
export interface PlanCategory {
  readonly name: string;
  /** Count of its places without numbers; absent for a category with seats. */
  readonly standing?: number | undefined;
}

/** The names of the categories that may have seats. */
export function seatedNames(categories: readonly PlanCategory[]): string[] {
  return categories.flatMap(({ name, standing }) => (standing === undefined ? [name] : []));
}
