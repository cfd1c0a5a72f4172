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

/** A refusal: the same envelope with no data, and the code that both ends decide by; absent where there is none to decide by (ruling R20). */
export const refusalSchema = z.extend(envelopeOf(z.null()), { code: z.optional(z.string()) });
/** A refusal as it stands on the wire. */
export type Refusal = z.infer<typeof refusalSchema>;
