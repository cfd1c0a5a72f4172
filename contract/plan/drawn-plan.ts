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

/** The plane on which the seats of a map have positions, and what is drawn under them. Beyond §7 (decision 048). */
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
  if (!isLoose(value) || !Array.isArray(value.shapes)) return undefined;
  const shapes = value.shapes.filter((shape) => planShapeSchema.safeParse(shape).success);
  const read = drawnPlanSchema.safeParse({ ...value, shapes });
  return read.success && read.data.width > 0 && read.data.height > 0 ? read.data : undefined;
}
