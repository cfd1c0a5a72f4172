/** The names of one language. */
interface Language {
  /** In the language itself, as language switches show it. */
  readonly name: string;
  readonly short: string;
  readonly openGraph: string;
  /** From Sunday. */
  readonly days: string;
  readonly months: string;
}

/** The languages of the interface (§9.64) by code; Indonesian is the default. */
export const languages = {
  id: {
    name: 'Bahasa Indonesia',
    short: 'ID',
    openGraph: 'id_ID',
    days: 'Minggu Senin Selasa Rabu Kamis Jumat Sabtu',
    months:
      'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember',
  },
  en: {
    name: 'English',
    short: 'EN',
    openGraph: 'en_US',
    days: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
    months: 'January February March April May June July August September October November December',
  },
} as const satisfies Readonly<Record<string, Language>>;

/** Code of a language of the interface. */
export type Locale = keyof typeof languages;
/** The codes of the languages, in the order of the switch. */
export const locales = Object.keys(languages) as readonly Locale[];

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
