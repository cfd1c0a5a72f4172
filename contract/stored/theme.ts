/** A theme of the interface; 'system' follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** Cookie with the chosen theme, so that the server's pages have it from their first paint; none for 'system'. */
export const themeCookie = 'roetix_theme';
/** Lifetime of the cookie: a year, in seconds. */
export const themeCookieSeconds = 365 * 24 * 60 * 60;

/** The theme of a Cookie header (or `document.cookie`); any other value follows the system. */
export function readTheme(cookieHeader: string | undefined): Theme {
  const chosen = /(?:^|;\s*)roetix_theme=(light|dark)\s*(?:;|$)/.exec(cookieHeader ?? '')?.[1];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}
