import { slugSchema } from '../../contract/fields.ts';
import { pageOf, screenSource } from '../../contract/pages.ts';
import type { Locale } from '../../contract/texts/locale.ts';
import { type Screen, withoutWish } from '../../machines/shared/screen.ts';
import {
  eventOptions,
  type HomeList,
  homeListOptions,
  provincesOptions,
  searchOptions,
} from '../app/reads/queries.ts';
import { parsePlace, pathOf } from '../app/routing/paths.ts';
import type { Api } from '../effects/http/api.ts';
import { readSearch, searchCall, searchPath } from '../screens/search/search-query.ts';

/** A page that the server draws. */
export interface PagePlan {
  readonly screen: Screen;
  /** Its shortest address. */
  readonly path: string;
}

// Only paths are read: a page that the server draws has no way back.
const anyOrigin = 'http://server.invalid';

/** The plan of an address with its query; null for a page that is drawn in the browser only. */
export function planOf(address: string): PagePlan | null {
  const screen = withoutWish(parsePlace(address, null, anyOrigin));
  if (pageOf(screen.name).drawn !== true) return null;
  // What the page does not know of is left out, or every campaign tag would be a page of its own.
  if (screen.name === 'search') {
    return { screen, path: searchPath('', readSearch(screen.query)) };
  }
  if (screen.name === 'event' && !slugSchema.safeParse(screen.slug).success) return null;
  return { screen, path: pathOf(screen) };
}

/** The sources of a page that the browser fetches apart from the entry: its screen and its words. */
export function sourcesOf({ screen: { name } }: PagePlan, locale: Locale): readonly string[] {
  const { words, fetches = [] } = pageOf(name);
  const wordsIn = (language: Locale) => words.map((part) => `src/text/${language}/${part}.ts`);
  return [
    screenSource(name),
    ...fetches,
    ...wordsIn('id'),
    ...(locale === 'id' ? [] : [`src/text/${locale}/shell.ts`, ...wordsIn(locale)]),
  ];
}

const homeLists: readonly HomeList[] = ['featured', 'promo', 'upcoming'];

/** What each page reads: what it cannot do without, and what it shows a skeleton for. */
export function readsOf({ screen, path }: PagePlan, api: Api) {
  switch (screen.name) {
    case 'home':
      return homeLists.map((list) => homeListOptions(api, list, 1, null));
    case 'search': {
      const asked = readSearch(path.slice('/search'.length));
      return [searchOptions(api, searchCall(asked)), provincesOptions(api)];
    }
    case 'event':
      return [eventOptions(api, screen.slug)];
    default:
      return [];
  }
}
