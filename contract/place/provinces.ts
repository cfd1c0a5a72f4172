import type { TimeZone } from './time-zone.ts';

/** A province of Indonesia. */
export interface ProvinceFacts {
  /** Two letters, unique in the country. */
  readonly code: string;
  readonly name: string;
  readonly timeZone: TimeZone;
}

const province = (code: string, name: string, timeZone: TimeZone): ProvinceFacts => ({
  code,
  name,
  timeZone,
});

/** The 38 provinces of Indonesia; the id of a province is its place from 1, because 0 means all (§3.24). New ones are only appended. */
export const provinceFacts: readonly ProvinceFacts[] = [
  province('AC', 'Aceh', 'Asia/Jakarta'),
  province('SU', 'Sumatera Utara', 'Asia/Jakarta'),
  province('SB', 'Sumatera Barat', 'Asia/Jakarta'),
  province('RI', 'Riau', 'Asia/Jakarta'),
  province('JA', 'Jambi', 'Asia/Jakarta'),
  province('SS', 'Sumatera Selatan', 'Asia/Jakarta'),
  province('BE', 'Bengkulu', 'Asia/Jakarta'),
  province('LA', 'Lampung', 'Asia/Jakarta'),
  province('BB', 'Kepulauan Bangka Belitung', 'Asia/Jakarta'),
  province('KR', 'Kepulauan Riau', 'Asia/Jakarta'),
  province('JK', 'DKI Jakarta', 'Asia/Jakarta'),
  province('JB', 'Jawa Barat', 'Asia/Jakarta'),
  province('JT', 'Jawa Tengah', 'Asia/Jakarta'),
  province('YO', 'DI Yogyakarta', 'Asia/Jakarta'),
  province('JI', 'Jawa Timur', 'Asia/Jakarta'),
  province('BT', 'Banten', 'Asia/Jakarta'),
  province('BA', 'Bali', 'Asia/Makassar'),
  province('NB', 'Nusa Tenggara Barat', 'Asia/Makassar'),
  province('NT', 'Nusa Tenggara Timur', 'Asia/Makassar'),
  province('KB', 'Kalimantan Barat', 'Asia/Jakarta'),
  province('KT', 'Kalimantan Tengah', 'Asia/Jakarta'),
  province('KS', 'Kalimantan Selatan', 'Asia/Makassar'),
  province('KI', 'Kalimantan Timur', 'Asia/Makassar'),
  province('KU', 'Kalimantan Utara', 'Asia/Makassar'),
  province('SA', 'Sulawesi Utara', 'Asia/Makassar'),
  province('ST', 'Sulawesi Tengah', 'Asia/Makassar'),
  province('SN', 'Sulawesi Selatan', 'Asia/Makassar'),
  province('SG', 'Sulawesi Tenggara', 'Asia/Makassar'),
  province('GO', 'Gorontalo', 'Asia/Makassar'),
  province('SR', 'Sulawesi Barat', 'Asia/Makassar'),
  province('MA', 'Maluku', 'Asia/Jayapura'),
  province('MU', 'Maluku Utara', 'Asia/Jayapura'),
  province('PB', 'Papua Barat', 'Asia/Jayapura'),
  province('PA', 'Papua', 'Asia/Jayapura'),
  province('PS', 'Papua Selatan', 'Asia/Jayapura'),
  province('PT', 'Papua Tengah', 'Asia/Jayapura'),
  province('PE', 'Papua Pegunungan', 'Asia/Jayapura'),
  province('PD', 'Papua Barat Daya', 'Asia/Jayapura'),
];
