import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

const wholeLists = new WeakSet<Schema>();

/** Marks a list that means something else with a row left out: one odd row makes the whole answer unreadable. */
export function wholeList<S extends Schema>(schema: S): S {
  wholeLists.add(schema);
  return schema;
}

/** True for a list that is marked so. */
export function isWholeList(schema: Schema): boolean {
  return wholeLists.has(schema);
}
