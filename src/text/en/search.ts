import { english, type words as indonesian } from '../id/search.ts';

/** The search page, in English. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,

  'title.search': 'Find Events',

  'search.title': 'Find Events',
  'search.label': 'Event, venue or organiser',
  'search.submit': 'Search',
  'search.location': 'Location',
  'search.none': 'No events found',
  'search.empty': 'No Events Found',
  'search.emptyText': 'Try other words or another place.',
  'search.reset': 'Clear Filters',
  'search.loading': 'Searching events',
  'search.pages': 'Pages of search results',

  'filter.filters': 'Filters',
  'filter.filtersSet': 'Filters, {count} set',
  'filter.showResults': 'Show Results',
  'filter.online': 'Online events',
  'filter.topic': 'Topic',
  'filter.time': 'Time',
  'filter.price': 'Price',
  'filter.any': 'All',
  'filter.time.today': 'Today',
  'filter.time.tomorrow': 'Tomorrow',
  'filter.time.this-week': 'This week',
  'filter.time.this-month': 'This month',
  'filter.time.next-month': 'Next month',
  'filter.price.free': 'Free',
  'filter.price.from': '{least} and up',
  'filter.sort': 'Sort by',
  'filter.sort.date:asc': 'Soonest first',
  'filter.sort.date:desc': 'Latest first',
  'filter.sort.price:asc': 'Lowest price',
  'filter.sort.price:desc': 'Highest price',
  'filter.sort.name:asc': 'Name A–Z',
  'filter.sort.name:desc': 'Name Z–A',
  'filter.unsent':
    'The online, topic, time and price filters are kept in the address of this page but do not narrow the results yet.',
};
