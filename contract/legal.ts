import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';

/** The two texts that a new account agrees to (ruling R19). */
export const legalDocuments = ['terms', 'privacy'] as const;
/** One of the two. */
export type LegalDocument = (typeof legalDocuments)[number];

/** A text in every language that the operator gives, as HTML of the tags that organisers may use; Indonesian always. */
export const legalTextSchema = z.object({
  document: z.enum(legalDocuments),
  html: z.object({ id: z.string(), en: z.nullable(z.string()) }),
  /** SHA-256 over all languages, hex: acceptances are recorded with it. */
  hash: z.string(),
  /** True where the operator gave no text, so that our sample stands in. */
  is_sample: z.boolean(),
});
/** A text in every language that the operator gives. */
export type LegalText = z.infer<typeof legalTextSchema>;

/** GET /legal/{document} (ruling R19). */
export const legalText = defineCall({
  method: 'GET',
  path: '/legal/{document}',
  summary: 'The terms of service or the privacy policy of the operator, in all its languages',
  access: 'public',
  params: z.object({ document: z.enum(legalDocuments) }),
  answer: legalTextSchema,
});
