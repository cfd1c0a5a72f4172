import * as z from 'zod/mini';
import { isLoose } from '../call/loose.ts';
import type { PlanShape } from './plan.ts';

const look = {
  x: z.number(),
  y: z.number(),
  /** Degrees clockwise around `x`, `y`. */
  rotation: z.number(),
  color: z.nullable(z.string()),
  borderColor: z.nullable(z.string()),
  text: z.nullable(z.string()),
};

/** Something drawn that is no seat: a stage, an area, a text. A rectangle starts at `x`, `y`; a circle, an ellipse and a text have their centre there. */
export const planShapeSchema = z.discriminatedUnion('kind', [
  z.object({ ...look, kind: z.literal('rect'), width: z.number(), height: z.number() }),
  z.object({ ...look, kind: z.literal('circle'), radius: z.number() }),
  z.object({ ...look, kind: z.literal('ellipse'), radiusX: z.number(), radiusY: z.number() }),
  z.object({
    ...look,
    kind: z.literal('polygon'),
    /** In units of the plan. */
    points: z.readonly(z.array(z.readonly(z.tuple([z.number(), z.number()])))),
  }),
  z.object({ ...look, kind: z.literal('text'), size: z.number() }),
]) satisfies z.ZodMiniType<PlanShape>;

/** The plane of a map whose seats have positions: its size, and the shapes that a client draws under the seats. Beyond §7 (decision 048). */
export const drawnPlanSchema = z.object({
  /** Size in units of the plan. */
  width: z.number(),
  height: z.number(),
  shapes: z.readonly(z.array(planShapeSchema)),
});
/** The plane of a map with positions. */
export type DrawnPlan = z.infer<typeof drawnPlanSchema>;

/** The plan with its valid shapes; undefined without a size: the map then draws the rows and columns. Never throws. */
export function normalisePlan(value: unknown): DrawnPlan | undefined {
  if (!isLoose(value)) return undefined;
  const { width, height, shapes } = value;
  if (!isSize(width) || !isSize(height) || !Array.isArray(shapes)) return undefined;
  return { width, height, shapes: shapes.filter(isShape) };
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isShape(value: unknown): value is PlanShape {
  return planShapeSchema.safeParse(value).success;
}
