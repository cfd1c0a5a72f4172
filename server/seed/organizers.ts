import type { SeedOrganizer } from './types.ts';

/** Invented organisers of the seeded events. */
export const organizers: readonly SeedOrganizer[] = [
  { slug: 'suara-sore', name: 'Suara Sore Kreasi', initials: 'SS', colors: ['#ff7a59', '#5b1a6b'] },
  { slug: 'guyub-raya', name: 'Guyub Raya', initials: 'GR', colors: ['#ffb02e', '#d62f4b'] },
  { slug: 'laga-merdeka', name: 'Laga Merdeka', initials: 'LM', colors: ['#19c37d', '#0a3d62'] },
  { slug: 'ruang-tumbuh', name: 'Ruang Tumbuh', initials: 'RT', colors: ['#2f6bff', '#0b1f5c'] },
  { slug: 'sanggar-lakon', name: 'Sanggar Lakon', initials: 'SL', colors: ['#e0a83a', '#6b0f1a'] },
  { slug: 'langkah-pagi', name: 'Langkah Pagi', initials: 'LP', colors: ['#ffd166', '#ef476f'] },
  { slug: 'bentang-timur', name: 'Bentang Timur', initials: 'BT', colors: ['#22c1c3', '#153b75'] },
  { slug: 'pelita-kota', name: 'Pelita Kota', initials: 'PK', colors: ['#f4c95d', '#3b1f6e'] },
];
