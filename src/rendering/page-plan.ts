import { matchPath } from 'react-router-dom';
import { slugSchema } from '../../contract/fields.ts';
import type { Locale } from '../../contract/texts/locale.ts';
import {
  eventOptions,
  type HomeList,
  homeListOptions,
  provincesOptions,
  searchOptions,
} from '../app/reads/queries.ts';
import type { Api } from '../effects/http/api.ts';
import { readSearch, searchCall, searchPath } from '../screens/search/search-query.ts';

/** A page that the server draws, by its address. */
export type PagePlan =
  | { readonly name: 'home'; readonly path: '/' }
  | { readonly name: 'search'; readonly path: string }
  | { readonly name: 'event'; readonly path: string; readonly slug: string };

/** The plan of an address with its query; null for a page that is drawn in the browser only. */
export function planOf(address: string): PagePlan | null {
  const [pathname = '', query = ''] = address.split('?', 2);
  if (pathname === '/') return { name: 'home', path: '/' };
  // What the page does not know of is left out, or every campaign tag would be a page of its own.
  if (pathname === '/search') return { name: 'search', path: searchPath('', readSearch(query)) };
  const slug = matchPath('/event/:slug', pathname)?.params.slug;
  if (slug === undefined || !slugSchema.safeParse(slug).success) return null;
  return { name: 'event', path: `/event/${slug}`, slug };
}

const screensOf: Readonly<Record<PagePlan['name'], readonly string[]>> = {
  home: ['src/screens/home/home.screen.tsx', 'src/screens/home-strip/home-strip.screen.tsx'],
  search: ['src/screens/search/search.screen.tsx', 'src/text/id/search.ts'],
  event: [
    'src/screens/event/event.screen.tsx',
    'src/text/id/event.ts',
    'src/screens/event/clean-html.tsx',
  ],
};

/** The sources of a page that the browser fetches apart from the entry: its screen and its words. */
export function sourcesOf(plan: PagePlan, locale: Locale): readonly string[] {
  const screens = screensOf[plan.name];
  if (locale === 'id') return screens;
  const words = screens.filter((source) => source.startsWith('src/text/id/'));
  return [
    ...screens,
    `src/text/${locale}/shell.ts`,
    ...words.map((source) => source.replace('/id/', `/${locale}/`)),
  ];
}

const homeLists: readonly HomeList[] = ['featured', 'promo', 'upcoming'];

/** What each page reads: what it cannot do without, and what it shows a skeleton for. */
export function readsOf(plan: PagePlan, api: Api) {
  switch (plan.name) {
    case 'home':
      return homeLists.map((list) => homeListOptions(api, list, 1, null));
    case 'search': {
      const asked = readSearch(plan.path.slice('/search'.length));
      return [searchOptions(api, searchCall(asked)), provincesOptions(api)];
    }
    case 'event':
      return [eventOptions(api, plan.slug)];
  }
}
