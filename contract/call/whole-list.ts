import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

const wholeLists = new WeakSet<Schema>();

/** Marks a list whose meaning changes if a row is dropped: one invalid row makes the whole response unreadable. */
export function wholeList<S extends Schema>(schema: S): S {
  wholeLists.add(schema);
  return schema;
}

/** True for a marked list. */
export function isWholeList(schema: Schema): boolean {
  return wholeLists.has(schema);
}
