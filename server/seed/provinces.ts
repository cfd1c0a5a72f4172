import type { SeedCountry, SeedProvince } from './types.ts';

/** The one country of the seed (§3). */
export const country: SeedCountry = {
  id: 1,
  name: 'Indonesia',
  code: 'ID',
  phone_code: '+62',
  currency: 'IDR',
};

const namesByCode: readonly (readonly [code: string, name: string])[] = [
  ['AC', 'Aceh'],
  ['SU', 'Sumatera Utara'],
  ['SB', 'Sumatera Barat'],
  ['RI', 'Riau'],
  ['JA', 'Jambi'],
  ['SS', 'Sumatera Selatan'],
  ['BE', 'Bengkulu'],
  ['LA', 'Lampung'],
  ['BB', 'Kepulauan Bangka Belitung'],
  ['KR', 'Kepulauan Riau'],
  ['JK', 'DKI Jakarta'],
  ['JB', 'Jawa Barat'],
  ['JT', 'Jawa Tengah'],
  ['YO', 'DI Yogyakarta'],
  ['JI', 'Jawa Timur'],
  ['BT', 'Banten'],
  ['BA', 'Bali'],
  ['NB', 'Nusa Tenggara Barat'],
  ['NT', 'Nusa Tenggara Timur'],
  ['KB', 'Kalimantan Barat'],
  ['KT', 'Kalimantan Tengah'],
  ['KS', 'Kalimantan Selatan'],
  ['KI', 'Kalimantan Timur'],
  ['KU', 'Kalimantan Utara'],
  ['SA', 'Sulawesi Utara'],
  ['ST', 'Sulawesi Tengah'],
  ['SN', 'Sulawesi Selatan'],
  ['SG', 'Sulawesi Tenggara'],
  ['GO', 'Gorontalo'],
  ['SR', 'Sulawesi Barat'],
  ['MA', 'Maluku'],
  ['MU', 'Maluku Utara'],
  ['PB', 'Papua Barat'],
  ['PA', 'Papua'],
];

/** The 34 provinces that fill one page of the province list (§7); ids count from 1 because 0 means all. */
export const provinces: readonly SeedProvince[] = namesByCode.map(([code, name], index) => ({
  id: index + 1,
  name,
  code,
}));
