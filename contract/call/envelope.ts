import * as z from 'zod/mini';

/** Pagination of a list response (§3.25). */
export const paginationSchema = z.object({
  total: z.number(),
  count: z.number(),
  per_page: z.number(),
  current_page: z.number(),
  total_pages: z.number(),
  links: z.object({ next: z.nullable(z.string()), previous: z.nullable(z.string()) }),
});
/** Pagination of a list response (§3.25). */
export type Pagination = z.infer<typeof paginationSchema>;

/** The error of one field; `message` comes first because clients show the first value of the object (§3.6). */
export const fieldErrorSchema = z.object({ message: z.string(), field: z.optional(z.string()) });
/** The error of one field. */
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The shape of every response with the given data; `status` equals the HTTP status (§7.1). */
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

/**
 * A refusal: the same envelope without data, and with the code that client and server decide by; a refusal outside of the table has none
 * (§3.2).
 */
export const refusalSchema = z.extend(envelopeOf(z.null()), { code: z.optional(z.string()) });
/** A refusal on the wire. */
export type Refusal = z.infer<typeof refusalSchema>;
