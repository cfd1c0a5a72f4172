import type * as z from 'zod/mini';
import type { AnswerOf, CallShape } from './call.ts';
import { isLoose, type Loose } from './loose.ts';
import { isWholeList } from './whole-list.ts';

type Schema = z.ZodMiniType;

/** The parts of a schema that this file reads: its kind and its members. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;

/** Fields that identify the object of a row or its position; they have no default. */
const identifying =
  /^(?:id|slug|state|code|field_key|seat_number|transaction_id|.+_(?:id|code|slug))$/;
/** An instant without a zone, as servers that store local time send it. */
const zoneless = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?$/;

/**
 * Converts a response of another back end that follows §3 and §7 literally to a schema that refused it (§3.1): numbers in place of texts
 * and the reverse, absent and null fields, local times as Western Indonesia Time. Drops rows of a list that still do not match and adds the
 * path of the first field at fault to `leftOut`. Never throws; returns unchanged what it cannot convert.
 */
export function tolerated(schema: Schema, value: unknown, leftOut: string[] = []): unknown {
  return read(schema, value, '', '', leftOut);
}

/** The data of a response, or the paths of its unreadable fields; never a value, which may be personal data (§3.7). */
export type ReadAnswer<C extends CallShape> =
  | { readonly ok: true; readonly value: AnswerOf<C>; readonly leftOut: readonly string[] }
  | { readonly ok: false; readonly paths: readonly string[] };

/**
 * Reads `data` in the response of a call: according to the row of the contract, else as any back end may send §3 and §7 (§3.1). `params`
 * are those of the call, for fields that the response does not repeat. Never throws.
 */
export function readAnswer<C extends CallShape>(
  row: C,
  data: unknown,
  params: Readonly<Record<string, string>> = {},
): ReadAnswer<C> {
  const given = row.normalise?.(data, params) ?? data;
  const strict = row.answer.safeParse(given);
  if (strict.success) return { ok: true, value: strict.data as AnswerOf<C>, leftOut: [] };
  const leftOut: string[] = [];
  const tolerant = row.answer.safeParse(tolerated(row.answer, given, leftOut));
  return tolerant.success
    ? { ok: true, value: tolerant.data as AnswerOf<C>, leftOut }
    : { ok: false, paths: tolerant.error.issues.map((issue) => issue.path.join('.')) };
}

function read(schema: Schema, value: unknown, key: string, path: string, out: string[]): unknown {
  const definition = definitionOf(schema);
  const { innerType } = definition;
  switch (definition.type) {
    case 'optional':
      if (value === undefined || innerType === undefined) return value;
      return value === null && definitionOf(innerType).type !== 'nullable'
        ? undefined
        : read(innerType, value, key, path, out);
    case 'nullable':
      return value === undefined || value === null || innerType === undefined
        ? null
        : orNull(innerType, read(innerType, value, key, path, out));
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return value === undefined || innerType === undefined
        ? value
        : read(innerType, value, key, path, out);
    case 'object':
      return value === null || value === undefined || isLoose(value)
        ? readObject(definition.shape ?? {}, value ?? {}, path, out)
        : value;
    case 'array':
      return readList(schema, definition.element, value ?? [], path, out);
    case 'record':
      return isLoose(value) && definition.valueType !== undefined
        ? mapped(value, (entry, name) =>
            read(definition.valueType as Schema, entry, name, `${path}.${name}`, out),
          )
        : value;
    case 'union':
      return readUnion(definition.options ?? [], value, key, path);
    case 'null':
      return null;
    case 'string':
      return readText(value, key);
    case 'number':
      return readNumber(value, key);
    case 'boolean':
      return readBoolean(value);
    default:
      return value;
  }
}

/** In an optional field, a text or number of the wrong type counts as none. */
function orNull(schema: Schema, value: unknown): unknown {
  return isLoose(value) || Array.isArray(value) || schema.safeParse(value).success ? value : null;
}

function mapped(value: Loose, change: (entry: unknown, name: string) => unknown): Loose {
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, change(entry, name)]),
  );
}

function readObject(
  shape: Readonly<Record<string, Schema>>,
  value: Loose,
  path: string,
  out: string[],
): Loose {
  return mapped(shape, (schema, name) =>
    read(schema as Schema, value[name], name, `${path}.${name}`, out),
  );
}

function readList(
  schema: Schema,
  element: Schema | undefined,
  value: unknown,
  path: string,
  out: string[],
): unknown {
  if (!Array.isArray(value) || element === undefined) return value;
  const rows = value.map((row, index) => read(element, row, '', `${path}.${index}`, out));
  if (isWholeList(schema)) return rows;
  return rows.filter((row, index) => {
    const { success, error } = element.safeParse(row);
    if (!success)
      out.push([`${path}.${index}`.slice(1), ...(error.issues[0]?.path ?? [])].join('.'));
    return success;
  });
}

function readUnion(options: readonly Schema[], value: unknown, key: string, path: string): unknown {
  for (const option of options) {
    if (option.safeParse(value).success) return value;
  }
  for (const option of options) {
    const tried = read(option, value, key, path, []);
    if (option.safeParse(tried).success) return tried;
  }
  return value;
}

function readText(value: unknown, key: string): unknown {
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return identifying.test(key) ? value : '';
  if (typeof value !== 'string' || !key.endsWith('_at')) return value;
  const [, day, time, seconds = ':00'] = zoneless.exec(value) ?? [];
  return day === undefined ? value : `${day}T${time}${seconds}+07:00`;
}

function readNumber(value: unknown, key: string): unknown {
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  // A province or country without an id.
  return (value === null || value === undefined) && key.endsWith('_id') ? 0 : value;
}

function readBoolean(value: unknown): unknown {
  if (value === undefined || value === null) return false;
  if (value === 1 || value === '1' || value === 'true') return true;
  return value === 0 || value === '0' || value === 'false' ? false : value;
}
