import type { Locale } from '../../../contract/texts/locale.ts';

/** Texts of the page of stored tickets, in Indonesian. */
export const words = {
  lang: 'id' as Locale,
  title: 'Tiket di perangkat ini',
  intro: 'Disimpan dari kunjungan terakhir, dan tampil tanpa jaringan.',
  offline: 'Tidak tersambung ke Roetix',
  online: 'Jaringan sudah kembali',
  retry: 'Coba sambungkan',
  reopen: 'Buka versi terbaru',
  over: 'Sudah lewat',
  count: (n: number) => `${n} tiket`,
  seat: (seat: string) => `Kursi ${seat}`,
  show: 'Tampilkan kode',
  showOf: (what: string) => `Tampilkan kode tiket ${what}`,
  back: 'Semua tiket',
  of: (n: number, all: number) => `Tiket ${n} dari ${all}`,
  previous: 'Tiket sebelumnya',
  next: 'Tiket berikutnya',
  qr: (code: string) => `Kode QR tiket ${code}`,
  gate: 'Tunjukkan kode ini kepada petugas di pintu masuk.',
  code: 'Kode tiket',
  holder: 'Nama',
  venue: 'Tempat',
  order: 'Pesanan',
  tba: 'TBA',
  keptAt: (when: string) => `Disimpan ${when}`,
  missing: 'Tiket ini belum pernah dibuka di perangkat ini.',
  none: 'Belum ada tiket di perangkat ini',
  noneText: 'Buka tiket sekali saat tersambung; setelah itu tiket tetap tampil tanpa jaringan.',
  home: 'Ke beranda',
};

/** Texts of the page of stored tickets in one language. */
export type KeptWords = typeof words;
