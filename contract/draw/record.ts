import * as z from 'zod/mini';
import { instantSchema, slugSchema } from '../fields.ts';
import { hashShape, signatureShape } from './hashing.ts';

/** A hash or a secret of a draw, in hexadecimal. */
export const hexSchema = z.string().check(z.regex(hashShape, 'Must be 64 digits 0-9a-f'));
/** A value of the beacon, in hexadecimal. */
export const signatureSchema = z
  .string()
  .check(z.regex(signatureShape, 'Must be 96 digits 0-9a-f'));

/** What a waiting room opens before. */
export const drawKinds = ['presale', 'sale'] as const;
const mostEntrants = 2 ** 32 - 1;

/** The public facts of a draw that has taken place: the first line of its file. */
export const drawFactsSchema = z.object({
  version: z.literal(1),
  event: slugSchema,
  kind: z.enum(drawKinds),
  /** Published when the waiting room opened. */
  commitment: hexSchema,
  /** Published when the list was closed. */
  root: hexSchema,
  entrants: z.int().check(z.positive(), z.maximum(mostEntrants)),
  closed_at: instantSchema,
  /** The number of the first in the order: people who waited before the draw have lower ones. */
  first: z.int().check(z.positive()),
  /** The value of drand's quicknet that entered the order; null for a draw without a beacon. */
  beacon: z.nullable(z.object({ round: z.int().check(z.positive()), signature: signatureSchema })),
  /** Published with the order. */
  secret: hexSchema,
});
/** The public facts of a draw that has taken place. */
export type DrawFacts = z.infer<typeof drawFactsSchema>;

/** An entry of the list, with the number in the line that the draw gave. */
export interface DrawnEntry {
  readonly name: string;
  readonly number: number;
}

/** A draw as it is published. */
export interface DrawRecord {
  readonly facts: DrawFacts;
  readonly entries: readonly DrawnEntry[];
}

/** The file of a draw: one line of facts as JSON, then a line `name number` for each entrant, in the order of the list. */
export function writeDraw({ facts, entries }: DrawRecord): string {
  const lines = entries.map(({ name, number }) => `${name} ${number}`);
  return `${[JSON.stringify(facts), ...lines].join('\n')}\n`;
}

/** Reads the file of a draw; a text says which line is wrong, and how. */
export function readDraw(text: string): DrawRecord | string {
  const [head = '', ...lines] = text.split('\n');
  const facts = readFacts(head);
  if (typeof facts === 'string') return `Line 1: ${facts}`;
  if (lines.at(-1) === '') lines.pop();
  const entries: DrawnEntry[] = [];
  for (const [at, line] of lines.entries()) {
    const [, name, digits] = /^(\S+) ([1-9]\d{0,9})$/.exec(line) ?? [];
    if (name === undefined || digits === undefined) {
      return `Line ${at + 2}: must be a name, a space and a number from 1.`;
    }
    entries.push({ name, number: Number(digits) });
  }
  return { facts, entries };
}

function readFacts(line: string): DrawFacts | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return 'must be the facts of the draw as JSON.';
  }
  const parsed = drawFactsSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  return parsed.error.issues
    .map(({ path, message }) => [...path.map(String), message].join(': '))
    .join('; ');
}
