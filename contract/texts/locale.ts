/** The languages of the interface (§9); Indonesian is the default. */
export const locales = ['id', 'en'] as const;
/** One language of the interface. */
export type Locale = (typeof locales)[number];

/** Cookie with the selected language, `id` or `en`, for the server. */
export const localeCookie = 'roetix_locale';
/** Lifetime of the cookie: a year, in seconds. */
export const localeCookieSeconds = 365 * 24 * 60 * 60;

/** True for a language of the interface. */
export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** The language of a Cookie header (or `document.cookie`); Indonesian for any other value. */
export function readLocale(cookieHeader: string | undefined): Locale {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [name, value] = pair.split('=', 2).map((part) => part.trim());
    // The first of several: browsers send the cookie of the closest path first.
    if (name === localeCookie) return isLocale(value) ? value : 'id';
  }
  return 'id';
}
