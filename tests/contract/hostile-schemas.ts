import type * as z from 'zod/mini';

/** A schema of the contract with its location. */
export interface Found {
  readonly place: string;
  readonly schema: z.ZodMiniType;
}

type Def = {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly pattern?: unknown } } }[];
} & Readonly<Record<string, unknown>>;

/** The parts of a schema. */
export function defOf(schema: z.ZodMiniType): Def {
  return schema._zod.def as unknown as Def;
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value;
}

/** Every schema inside a value, at any depth: schemas, rows of the route table, storage keys. */
export function schemasIn(root: unknown, place: string): Found[] {
  const seen = new Set<unknown>();
  const found: Found[] = [];
  const walk = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof RegExp || value instanceof Map || value instanceof Set) return;
    if (!isSchema(value)) {
      for (const [name, entry] of Object.entries(value)) walk(entry, `${at}.${name}`);
      return;
    }
    found.push({ place: at, schema: value });
    const { checks, ...parts } = defOf(value);
    for (const [name, part] of Object.entries(parts)) walk(part, `${at}.${name}`);
  };
  walk(root, place);
  return found;
}

/** The patterns of a schema. */
export function patternsOf(schema: z.ZodMiniType): RegExp[] {
  const def = defOf(schema);
  return [def.pattern, ...(def.checks ?? []).map((check) => check._zod.def.pattern)].filter(
    (pattern) => pattern instanceof RegExp,
  );
}
