/** Whose browser most situations are: seeded, verified. */
export const ratna = 'pembeli@contoh.id';
/** The other seeded buyer. */
export const bagas = 'pembeli2@contoh.id';
/** Seeded, address not proved yet. */
export const melati = 'baru@contoh.id';

const extraNames = ['sari', 'dewi', 'joko', 'agus', 'rina', 'budi', 'tini', 'eko'] as const;

/** Others who stand in line; made when they are needed. */
export function extraBuyer(place: number): string {
  return `${extraNames[place % extraNames.length]}${Math.floor(place / extraNames.length) || ''}@contoh.id`;
}

/** Room for all, forms of every kind. */
export const concert = 'konser-senja-jakarta';
/** Room for two at a time. */
export const party = 'pesta-rakyat-bandung';
/** Free, no forms. */
export const seminar = 'seminar-gratis-yogya';
/** Priced, its forms all inactive. */
export const theatre = 'teater-tanpa-form-solo';
/** 50,000 seats. */
export const stadium = 'stadion-nusantara';
