import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';

/** The two texts that a new account agrees to (§5.11). */
export const legalDocuments = ['terms', 'privacy'] as const;
/** One of the two documents. */
export type LegalDocument = (typeof legalDocuments)[number];

/** A text in every language of the operator, as HTML with the tags of organisers; always in Indonesian. */
export const legalTextSchema = z.object({
  document: z.enum(legalDocuments),
  html: z.object({ id: z.string(), en: z.nullable(z.string()) }),
  /** SHA-256 over all languages, hex: recorded with each agreement. */
  hash: z.string(),
  /** True if the operator has no text and the sample is shown instead. */
  is_sample: z.boolean(),
});
/** A text in every language of the operator. */
export type LegalText = z.infer<typeof legalTextSchema>;

/** GET /legal/{document} (§7.49). */
export const legalText = defineCall({
  method: 'GET',
  path: '/legal/{document}',
  summary: 'The terms of service or the privacy policy of the operator, in all its languages',
  access: 'public',
  params: z.object({ document: z.enum(legalDocuments) }),
  answer: legalTextSchema,
});
