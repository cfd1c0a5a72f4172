import '../ui/tokens.css';
import '../ui/base.css';
import { offlinePagePath } from '../../contract/stored/stored-pages.ts';
import { pageStarted } from '../effects/page-started.ts';
import { rememberedLocale } from '../text/remembered-locale.ts';
import button from '../ui/button.module.css';
import { showRememberedTheme } from '../ui/theme.ts';
import { storedSession } from './live-session.ts';
import styles from './stored-pages.module.css';
import { element, wayBack } from './way-back.ts';
import { wordsIn } from './words/words-in.ts';

/** Pause between two looks whether the server is back, in milliseconds; a device that goes online looks at once. */
const lookMs = 10_000;

showRememberedTheme();
const locale = rememberedLocale();
const words = wordsIn(locale);
document.documentElement.lang = locale;
document.title = `${words.title} – Roetix`;
let wanted = location.pathname === offlinePagePath ? '/' : location.pathname + location.search;

function linkTo(path: string, text: string, look: string | undefined): HTMLAnchorElement {
  const link = element('a', `${button.button} ${button.m} ${look}`, text);
  link.href = path;
  return link;
}

const main = element(
  'main',
  styles.page,
  element('h1', undefined, words.title),
  element('p', undefined, words.missing),
  element('p', undefined, words.heals),
);
const links = element('p', styles.links, linkTo(wanted, words.retry, button.primary));
if (location.pathname !== '/') links.append(linkTo('/', words.home, button.ghost));
main.append(links);
const live = storedSession(() => localStorage, Date.now());
if (live !== null) {
  const open = (path: string) => {
    wanted = path;
    void look();
  };
  main.append(element('div', styles.card, wayBack(live, locale, open)));
}
document.getElementById('offline')?.append(main);
pageStarted();

/** Opens the wanted page as soon as the server responds; a refusal of the page is its own. */
async function look(): Promise<void> {
  try {
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' });
    location.replace(wanted);
  } catch {
    // No network yet.
  }
}
addEventListener('online', () => void look());
setInterval(() => void look(), lookMs);
