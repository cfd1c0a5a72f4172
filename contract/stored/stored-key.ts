import { isLoose } from '../call/loose.ts';
import { isLocale, type Locale } from '../texts/locale.ts';

/** First part of every stored key; the version changes with the shape of a value. */
export const storagePrefix = 'roetix:v1';

/** Parses a stored value: a schema, or a hand-written check if the first render needs it (decision 015). */
export interface StoredShape<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false };
}

/** The shape and storage of a key: 'local' survives the tab, 'session' does not (§3.90). */
export interface StoredKey<T = unknown> {
  readonly name: string;
  readonly area: 'local' | 'session';
  readonly scope: 'device' | 'user' | 'event';
  readonly schema: StoredShape<T>;
}

/** Type of the value of a stored key. */
export type StoredValue<K extends StoredKey> = K extends StoredKey<infer T> ? T : never;

/** Defines a key of the browser's storage. */
export function storedKey<T>(
  name: string,
  area: 'local' | 'session',
  scope: 'device' | 'user' | 'event',
  schema: StoredShape<T>,
): StoredKey<T> {
  return { name, area, scope, schema };
}

/** The shape of a value that `read` parses; null from it stands for an invalid value. */
export function checked<T>(read: (value: unknown) => T | null): StoredShape<T> {
  return {
    safeParse(value) {
      const data = read(value);
      return data === null ? { success: false } : { success: true, data };
    },
  };
}

/** Language of the interface (§9.64). */
export const localeKey = storedKey<Locale>(
  'locale',
  'local',
  'device',
  checked((value) => (isLocale(value) ? value : null)),
);

/** A province as stored. */
export interface StoredProvince {
  readonly id: number;
  readonly name: string;
  readonly code: string;
}

function readProvince(value: unknown): StoredProvince | null {
  if (!isLoose(value)) return null;
  const { id, name, code } = value;
  return typeof id === 'number' && typeof name === 'string' && typeof code === 'string'
    ? { id, name, code }
    : null;
}

/** Province selected on the home page. */
export const provinceKey = storedKey('province', 'local', 'device', checked(readProvince));

/** Account whose tickets this browser stores for offline use. */
export const ticketsOfKey = storedKey<string>(
  'ticketsOf',
  'local',
  'device',
  checked((value) => (typeof value === 'string' && value !== '' ? value : null)),
);

/** The full name of a key in the browser; its scope decides whether it needs `userId` and `slug` (§3.90). */
export function storageName(key: StoredKey, userId?: string, slug?: string): string {
  if (key.scope === 'device') return `${storagePrefix}:${key.name}`;
  if (userId === undefined) throw new Error(`The stored key "${key.name}" belongs to a user.`);
  if (key.scope === 'user') return `${storagePrefix}:${userId}:${key.name}`;
  if (slug === undefined) throw new Error(`The stored key "${key.name}" belongs to an event.`);
  return `${storagePrefix}:${userId}:${slug}:${key.name}`;
}
