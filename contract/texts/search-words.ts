import type { EventTopic } from '../catalogue.ts';

/** The most words of a search that count; further words are ignored. */
const mostWords = 12;
/** The most letters of a word that count. */
const mostLetters = 40;
/** The fewest letters for which a partly typed word matches a word of the table by its prefix. */
const leastTyped = 3;

/** Words of the topics in both languages, by which a search finds an event of the topic (§5.20). */
export const topicWords: Readonly<Record<EventTopic, string>> = {
  music: 'musik music konser concert',
  sports: 'olahraga sports',
  entertainment: 'hiburan entertainment',
  festivals: 'festival festivals holidays',
  seminar: 'seminar workshop lokakarya',
};

/** Words without meaning for a search. */
const emptyWords = new Set(
  'acara and beli buy cari dan di event events ke of tiket ticket tickets the to untuk yang'.split(
    ' ',
  ),
);

const places: Readonly<Record<string, string>> = {
  babel: 'bangka belitung',
  bdg: 'bandung',
  dki: 'jakarta',
  jabar: 'jawa barat',
  jateng: 'jawa tengah',
  jatim: 'jawa timur',
  jkt: 'jakarta',
  jogja: 'yogya',
  jogjakarta: 'yogya',
  kalbar: 'kalimantan barat',
  kalsel: 'kalimantan selatan',
  kaltara: 'kalimantan utara',
  kalteng: 'kalimantan tengah',
  kaltim: 'kalimantan timur',
  kepri: 'kepulauan riau',
  lombok: 'nusa tenggara barat',
  ntb: 'nusa tenggara barat',
  ntt: 'nusa tenggara timur',
  sby: 'surabaya',
  solo: 'surakarta',
  sulbar: 'sulawesi barat',
  sulsel: 'sulawesi selatan',
  sulteng: 'sulawesi tengah',
  sultra: 'sulawesi tenggara',
  sulut: 'sulawesi utara',
  sumbar: 'sumatera barat',
  sumsel: 'sumatera selatan',
  sumut: 'sumatera utara',
  ujungpandang: 'makassar',
  yogya: 'jogja',
  yogyakarta: 'jogja',
};

const arts = 'seni|budaya|teater|tari|wayang|batik|pertunjukan';
const food = 'kuliner|makanan|minuman|rasa|food|drink';

/** Synonyms of a word, separated by bars; words of one synonym are adjacent in the event. */
const kinds: Readonly<Record<string, string>> = {
  art: arts,
  arts,
  band: 'musik',
  bisnis: 'business|usaha|konferensi|seminar',
  bola: 'sepak bola|pertandingan',
  business: 'bisnis|usaha|konferensi|seminar',
  concert: 'konser',
  concerts: 'konser',
  culture: arts,
  daring: 'online',
  drink: food,
  exhibition: 'pameran|peragaan',
  film: 'layar|movie',
  food,
  gratisan: 'gratis',
  komedi: 'comedy|stand up',
  comedy: 'komedi',
  konferensi: 'conference',
  konser: 'concert',
  kuliner: food,
  lari: 'run|running',
  makan: food,
  makanan: food,
  marathon: 'lari',
  minuman: food,
  music: 'musik',
  online: 'daring',
  pameran: 'exhibition|peragaan',
  run: 'lari',
  running: 'lari',
  seni: arts,
  sport: 'olahraga',
  standup: 'komedi',
  teater: 'theatre|theater|lakon|drama',
  theater: 'teater',
  theatre: 'teater',
  workshop: 'lokakarya|kelas',
};

const otherWords: readonly (readonly [string, readonly (readonly string[])[]])[] = Object.entries({
  ...places,
  ...kinds,
}).map(([word, others]) => [word, others.split('|').map((other) => other.split(' '))]);

/** A text in the form that searches compare: lower case, without accents, words separated by single blanks; all other characters separate words. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One word of a search with its synonyms: an event matches if the words of any of these are prefixes of words of the event. */
export type SearchTerm = readonly (readonly string[])[];

/** The terms of a search; an event matches if it has every term, in any order (§5.20). Terms contain letters and digits only. */
export function searchTerms(text: string): SearchTerm[] {
  const words = [...new Set(foldWords(text).split(' '))].filter((word) => word !== '');
  const telling = words.filter((word) => !emptyWords.has(word));
  return (telling.length === 0 ? words : telling).slice(0, mostWords).map((typed) => {
    const word = typed.slice(0, mostLetters);
    const others = otherWords.filter(
      ([known]) => known === word || (word.length >= leastTyped && known.startsWith(word)),
    );
    return [[word], ...others.flatMap(([, alternatives]) => alternatives)];
  });
}

/** Whether a folded text has every term. */
export function hasTerms(folded: string, terms: readonly SearchTerm[]): boolean {
  const words = folded.split(' ');
  const begins = (part: string) => words.some((word) => word.startsWith(part));
  return terms.every((term) => term.some((side) => side.every(begins)));
}
