import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { eventParams, instantSchema, openEnum, slugSchema } from '../fields.ts';
import { nameShape } from './list.ts';
import { drawKinds, hexSchema, signatureSchema } from './record.ts';

/** States of a draw: 'empty' where nobody was there. */
export const drawStates = ['opened', 'closed', 'drawn', 'empty'] as const;

const countSchema = z.int().check(z.nonnegative());

/** The public facts of a draw, each from when it is published. */
export const drawSchema = z.object({
  kind: openEnum(drawKinds),
  state: openEnum(drawStates),
  opened_at: instantSchema,
  /** When the list is closed. */
  draws_at: instantSchema,
  /** Hash of the secret, published when the waiting room opened. */
  commitment: hexSchema,
  /** The round of drand's quicknet that was named when the waiting room opened; null for a draw without a beacon. */
  beacon: z.nullable(
    z.object({
      chain: hexSchema,
      round: z.int().check(z.positive()),
      /** When the beacon publishes that round. */
      at: instantSchema,
      /** Published with the order. */
      signature: z.nullable(signatureSchema),
    }),
  ),
  closed_at: z.nullable(instantSchema),
  /** Entrants of the closed list. */
  entrants: z.nullable(countSchema),
  /** Hash of the closed list. */
  root: z.nullable(hexSchema),
  drawn_at: z.nullable(instantSchema),
  /** Published with the order. */
  secret: z.nullable(hexSchema),
  /** The number of the first in the order; published with the closed list. */
  first: z.nullable(countSchema),
});
/** The public facts of a draw. */
export type Draw = z.infer<typeof drawSchema>;

/** GET /queue/{slug}/draw: the public facts of the draws of an event; none for an event without a waiting room. */
export const queueDraws = defineCall({
  method: 'GET',
  path: '/queue/{slug}/draw',
  summary: 'What is published of the draws of an event: commitment, list, secret',
  access: 'public',
  params: eventParams,
  refusals: { eventNotFound: 404 },
  answer: z.object({ slug: slugSchema, draws: z.array(drawSchema).check(z.maxLength(2)) }),
});

const drawParams = z.extend(eventParams, { kind: z.enum(drawKinds) });

/** GET /queue/{slug}/draw/{kind}/list: the file that `readDraw` reads and `npm run draw:verify` checks. 404 before the order is published. */
export const drawList = defineCall({
  method: 'GET',
  path: '/queue/{slug}/draw/{kind}/list',
  summary: 'The whole draw as a text file: its facts, then each public name with its number',
  access: 'public',
  params: drawParams,
  refusals: { drawNotFound: 404 },
  answer: z.string(),
  file: 'text/plain',
});

/** GET /queue/{slug}/draw/{kind}/place/{name}: the proof of one place, which `provePlace` checks. 404 before the order is published. */
export const drawPlace = defineCall({
  method: 'GET',
  path: '/queue/{slug}/draw/{kind}/place/{name}',
  summary: 'The place of one public name in the closed list, with its Merkle path',
  access: 'public',
  params: z.extend(drawParams, {
    name: z.string().check(z.regex(nameShape, 'Must be a public name of the draw')),
  }),
  refusals: { drawNotFound: 404 },
  answer: z.object({
    name: z.string(),
    /** From 0, in the order of the list. */
    index: countSchema,
    path: z.array(hexSchema).check(z.maxLength(32)),
  }),
});
