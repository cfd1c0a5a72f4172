import {
  readTheme,
  type Theme,
  themeCookie,
  themeCookieSeconds,
} from '../../contract/stored/theme.ts';
import { writeCookie } from './cookie.ts';

/** Returns the theme chosen in this browser. */
export function rememberedTheme(): Theme {
  return readTheme(document.cookie);
}

/** Shows the chosen theme: a page from a cache may have been stored under another one. */
export function showRememberedTheme(): void {
  showTheme(rememberedTheme());
}

/** The style sheets of the tokens read the attribute. */
function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

/** Shows a theme and stores it for later pages; 'system' removes what was stored. */
export function chooseTheme(theme: Theme): void {
  writeCookie(themeCookie, theme, theme === 'system' ? 0 : themeCookieSeconds);
  showTheme(theme);
}
