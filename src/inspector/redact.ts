import { mask, maskedText, type Secrecy, secrecyOf } from './secrets.ts';

/** Any JSON value. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Turns any value into JSON without secrets. Total: it names values that JSON cannot hold, and cuts off deep nesting. */
export type Redactor = (value: unknown) => Json;

/** Number of secrets searched for in later text; the oldest are forgotten. */
const remembered = 100;
/** Shorter secrets occur in too many ordinary words. */
const shortestSought = 6;
/** Keys of the inspection protocol, which never hold form values. */
const structural = new Set(['type', 'sessionId', 'parentId', 'sourceId', 'rootId']);

/**
 * Creates the redactor, through which all data leaves the app. It masks values of secret keys at any depth and from then on anywhere else:
 * in messages, addresses and JSON inside text.
 */
export function createRedactor(depthLimit = 30): Redactor {
  const known = new Set<string>();
  const note = (secret: string) => {
    if (secret.length < shortestSought || secret.includes(mask)) return;
    known.delete(secret);
    known.add(secret);
    for (const oldest of known) {
      if (known.size <= remembered) break;
      known.delete(oldest);
    }
  };
  const textWithout = (text: string): string => {
    const parsed = nestedJson(text);
    if (parsed !== undefined) return JSON.stringify(masked(parsed, 'open', textWithout));
    let shown = text;
    for (const secret of known) {
      for (const form of [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
      ]) {
        if (shown.includes(form)) shown = shown.replaceAll(form, mask);
      }
    }
    return maskedText(shown);
  };
  return (value) => {
    const plain = plainOf(value, depthLimit, new Set());
    collect(plain, 'open', note);
    return masked(plain, 'open', textWithout);
  };
}

function nestedJson(text: string): Json | undefined {
  if (!/^\s*(?:[[{]|"[[{])/.test(text)) return undefined;
  try {
    return plainOf(JSON.parse(text), 60, new Set());
  } catch {
    return undefined;
  }
}

function collect(value: Json, secrecy: Secrecy, note: (secret: string) => void): void {
  if (typeof value === 'string' || typeof value === 'number') {
    if (secrecy === 'secret') note(String(value));
    const inside = typeof value === 'string' ? nestedJson(value) : undefined;
    if (inside !== undefined) collect(inside, secrecy, note);
  } else if (isList(value)) {
    for (const item of value) collect(item, secrecy, note);
  } else if (isRecord(value)) {
    for (const [key, entry] of Object.entries(value)) {
      collect(entry, secrecy === 'open' ? secrecyOf(key, value) : secrecy, note);
    }
  }
}

function masked(value: Json, secrecy: Secrecy, textWithout: (text: string) => string): Json {
  if (typeof value === 'string')
    return secrecy === 'open' ? textWithout(value) : maskedValue(value);
  if (typeof value === 'number') return secrecy === 'open' ? value : mask;
  if (isList(value)) return value.map((item) => masked(item, secrecy, textWithout));
  if (!isRecord(value)) return value;
  const copy: Record<string, Json> = {};
  for (const [key, entry] of Object.entries(value)) {
    const inner = secrecy === 'open' ? secrecyOf(key, value) : secrecy;
    const isPlainName = typeof entry === 'string' && structural.has(key) && inner === 'open';
    // The ticket that a form answer belongs to is no personal data.
    const isTicket = key === 'ticket_id' && secrecy === 'private';
    copy[textWithout(key)] = isPlainName
      ? maskedText(entry)
      : masked(entry, isTicket ? 'open' : inner, textWithout);
  }
  return copy;
}

/** An empty field holds no secret, and its emptiness helps in debugging. */
const maskedValue = (text: string) => (text === '' ? '' : mask);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function plainOf(value: unknown, depth: number, above: ReadonlySet<object>): Json {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'boolean':
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'function':
      return { type: value.name };
    case 'object':
      return plainObject(value, depth, above);
    default:
      return String(value);
  }
}

function plainObject(value: object, depth: number, above: ReadonlySet<object>): Json {
  if (above.has(value)) return '[circular]';
  if (depth <= 0) return '[too deep]';
  const inside = new Set(above).add(value);
  const plain = (entry: unknown) => plainOf(entry, depth - 1, inside);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Error) {
    return { name: value.name, message: value.message, ...plainEntries(value, plain) };
  }
  if (value instanceof Map) return [...value].map(plain);
  if (value instanceof Set) return [...value].map(plain);
  // Actors, snapshots and dates have a `toJSON` of their own.
  if ('toJSON' in value && typeof value.toJSON === 'function') return plain(value.toJSON());
  return plainEntries(value, plain);
}

function plainEntries(value: object, plain: (entry: unknown) => Json): Record<string, Json> {
  const copy: Record<string, Json> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (entry !== undefined) copy[key] = plain(entry);
  }
  return copy;
}

/**
 * Restores masked values: where `edited` still holds the mask, takes the value of `original` at the same path. Input of the tester stays
 * unchanged.
 */
export function unmasked(edited: unknown, original: unknown): unknown {
  if (edited === mask) return original === undefined ? edited : original;
  if (Array.isArray(edited)) {
    const from = Array.isArray(original) ? original : [];
    return edited.map((item, at) => unmasked(item, from[at]));
  }
  if (typeof edited !== 'object' || edited === null) return edited;
  const from = typeof original === 'object' && original !== null ? original : {};
  return Object.fromEntries(
    Object.entries(edited).map(([key, entry]) => [key, unmasked(entry, Reflect.get(from, key))]),
  );
}

/** True if a mask remains that has no known value. */
export function holdsMask(value: unknown): boolean {
  return JSON.stringify(value)?.includes(mask) ?? false;
}
