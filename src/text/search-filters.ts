import { useLocale } from './translate.ts';

/** The filters and the order of the search page, in Indonesian; apart from the catalogue, since only that page needs them. */
const id = {
  filters: 'Filter',
  filtersSet: 'Filter, {count} dipilih',
  showResults: 'Lihat hasil',
  online: 'Event Online',
  topic: 'Topik',
  time: 'Waktu',
  price: 'Harga',
  any: 'Semua',
  'topic.music': 'Music & Concert',
  'topic.sports': 'Sports',
  'topic.entertainment': 'Entertainment',
  'topic.festivals': 'Festivals & Holidays',
  'topic.seminar': 'Seminar & Workshop',
  'time.today': 'Hari Ini',
  'time.tomorrow': 'Besok',
  'time.this-week': 'Minggu Ini',
  'time.this-month': 'Bulan Ini',
  'time.next-month': 'Bulan Depan',
  'price.free': 'Gratis',
  'price.from': '{least} ke atas',
  sort: 'Urutkan',
  'sort.date:asc': 'Tanggal terdekat',
  'sort.date:desc': 'Tanggal terjauh',
  'sort.price:asc': 'Harga terendah',
  'sort.price:desc': 'Harga tertinggi',
  'sort.name:asc': 'Nama A–Z',
  'sort.name:desc': 'Nama Z–A',
  unsent:
    'Filter online, topik, waktu, dan harga tersimpan di alamat halaman ini, tetapi belum mempersempit hasilnya.',
} as const;

const en: Readonly<Record<keyof typeof id, string>> = {
  filters: 'Filters',
  filtersSet: 'Filters, {count} set',
  showResults: 'Show results',
  online: 'Online events',
  topic: 'Topic',
  time: 'Time',
  price: 'Price',
  any: 'All',
  'topic.music': 'Music & Concert',
  'topic.sports': 'Sports',
  'topic.entertainment': 'Entertainment',
  'topic.festivals': 'Festivals & Holidays',
  'topic.seminar': 'Seminar & Workshop',
  'time.today': 'Today',
  'time.tomorrow': 'Tomorrow',
  'time.this-week': 'This week',
  'time.this-month': 'This month',
  'time.next-month': 'Next month',
  'price.free': 'Free',
  'price.from': '{least} and up',
  sort: 'Sort by',
  'sort.date:asc': 'Soonest first',
  'sort.date:desc': 'Latest first',
  'sort.price:asc': 'Lowest price',
  'sort.price:desc': 'Highest price',
  'sort.name:asc': 'Name A–Z',
  'sort.name:desc': 'Name Z–A',
  unsent:
    'The filters for online, topic, time and price are kept in the address of this page, but do not narrow its results yet.',
};

/** The words of the filters in both languages. */
export const searchFilters = { id, en } as const;
/** A text of the filters. */
export type FilterKey = keyof typeof id;

/** `const f = useFilterText()`; `f('topic.music')`. */
export function useFilterText(): (key: FilterKey, params?: Record<string, string>) => string {
  const [locale] = useLocale();
  return (key, params = {}) =>
    Object.entries(params).reduce<string>(
      (text, [name, value]) => text.replace(`{${name}}`, () => value),
      searchFilters[locale][key],
    );
}
