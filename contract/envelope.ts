import * as z from 'zod/mini';

/** Page block of a list answer (§3). */
export const paginationSchema = z.object({
  total: z.number(),
  count: z.number(),
  per_page: z.number(),
  current_page: z.number(),
  total_pages: z.number(),
  links: z.object({ next: z.nullable(z.string()), previous: z.nullable(z.string()) }),
});
/** Page block of a list answer (§3). */
export type Pagination = z.infer<typeof paginationSchema>;

/** One refused field; `message` stands first because the first value of an object is what is shown (ruling 1.3-G). */
export const fieldErrorSchema = z.object({ message: z.string(), field: z.optional(z.string()) });
/** One refused field. */
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The shape of every answer around the given data; `status` equals the HTTP code (§7). */
export function envelopeOf<D extends z.ZodMiniType>(data: D) {
  return z.object({
    status: z.number(),
    message: z.string(),
    data,
    errors: z.optional(z.array(fieldErrorSchema)),
    pagination: z.optional(paginationSchema),
    meta: z.optional(z.record(z.string(), z.unknown())),
  });
}

/** A refusal: the same envelope with no data. */
export const refusalSchema = envelopeOf(z.null());
/** A refusal as it stands on the wire. */
export type Refusal = z.infer<typeof refusalSchema>;

/** Longest text taken from an answer for a reader (ruling 1.3-G). */
const shownLength = 200;

function firstText(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (depth > 3 || typeof value !== 'object' || value === null) return null;
  const entries: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const entry of entries) {
    const text = firstText(entry, depth + 1);
    if (text !== null) return text;
  }
  return null;
}

/**
 * The sentence a refused call shows: the first of `errors`, else `message`, else `error`, else 'HTTP error! status: {code}' (§7).
 * Total: any value may be given; at most 200 characters come back, to be rendered as text.
 */
export function refusalText(body: unknown, status: number): string {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text =
    firstText(answer.errors) ??
    firstText(answer.message) ??
    firstText(answer.error) ??
    `HTTP error! status: ${status}`;
  return text.slice(0, shownLength);
}
