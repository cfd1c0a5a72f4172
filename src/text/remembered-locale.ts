import { localeKey, storageName } from '../../contract/stored/stored-key.ts';
import {
  isLocale,
  type Locale,
  localeCookie,
  localeCookieSeconds,
  readLocale,
} from '../../contract/texts/locale.ts';
import { writeCookie } from '../ui/cookie.ts';

const storedName = storageName(localeKey);

function chosenHere(): string | null {
  try {
    return localStorage.getItem(storedName);
  } catch {
    return null;
  }
}

/** Returns the language chosen in this browser; default: Indonesian. */
export function rememberedLocale(): Locale {
  const chosen = chosenHere();
  if (chosen !== null) return isLocale(chosen) ? chosen : 'id';
  return readLocale(document.cookie);
}

/** Stores the choice for other tabs and later visits, and in a cookie for server-rendered pages. */
export function rememberLocale(locale: Locale): void {
  writeCookie(localeCookie, locale, localeCookieSeconds);
  try {
    localStorage.setItem(storedName, locale);
  } catch {
    // Storage is blocked or full: the cookie still holds the choice.
  }
}

/** Calls back when another tab changes the language; returns the unsubscribe function. */
export function watchLocale(onChoice: (locale: Locale) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === storedName && isLocale(newValue)) onChoice(newValue);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
