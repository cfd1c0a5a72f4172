import { pathOf } from '../routing/paths.ts';
import type { ChosenProvince } from './province-choice.tsx';

/** The address of the results for these words, in the chosen province. */
export function searchAddress(words: string, province: ChosenProvince | null): string {
  const query = new URLSearchParams({ q: words.trim() });
  if (province !== null) query.set('province_id', String(province.id));
  return pathOf({ name: 'search', query: `?${query}` });
}

/** The address of the same search in another province, at its first page. */
export function inProvince(search: string, province: ChosenProvince | null): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  if (province === null) query.delete('province_id');
  else query.set('province_id', String(province.id));
  const text = query.toString();
  return pathOf({ name: 'search', query: text === '' ? '' : `?${text}` });
}
