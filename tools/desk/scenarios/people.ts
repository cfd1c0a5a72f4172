/** The person of most scenarios: seeded, verified. */
export const ratna = 'pembeli@contoh.id';
/** The other seeded buyer. */
export const bagas = 'pembeli2@contoh.id';
/** Seeded, address not verified. */
export const melati = 'baru@contoh.id';

const extraNames = ['sari', 'dewi', 'joko', 'agus', 'rina', 'budi', 'tini', 'eko'] as const;

/** Further accounts in the queue; created on demand. */
export function extraBuyer(place: number): string {
  return `${extraNames[place % extraNames.length]}${Math.floor(place / extraNames.length) || ''}@contoh.id`;
}

/** No capacity limit, forms of every kind. */
export const concert = 'konser-senja-jakarta';
/** Capacity of two. */
export const party = 'pesta-rakyat-bandung';
/** Its waiting room is open, its sale begins in a week. */
export const gathering = 'swara-danau-toba';
/** Free, no forms. */
export const seminar = 'seminar-gratis-yogya';
/** Priced, all its forms inactive. */
export const theatre = 'teater-tanpa-form-solo';
/** 50,000 seats. */
export const stadium = 'stadion-nusantara';
