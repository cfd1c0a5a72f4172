import type { LiveStep } from '../../../contract/stored/live-session.ts';

/** Texts of the pages without network, in Indonesian. */
export const words = {
  offline: 'Tidak ada jaringan.',
  storedAt: (when: string) =>
    `Halaman ini dimuat terakhir kali ${when}. Harga, sisa tiket, dan jadwalnya bisa sudah berubah.`,
  heals: 'Halaman diperbarui sendiri begitu jaringan kembali.',
  buying: 'Pembelian Anda dilanjutkan begitu jaringan kembali.',
  opening: 'Dibuka begitu jaringan kembali.',
  steps: {
    queue: 'Anda sedang mengantre',
    seats: 'Giliran Anda memilih kursi',
    'order-form': 'Kursi Anda sedang ditahan',
    'payment-method': 'Pesanan Anda belum dibayar',
    payment: 'Pembayaran Anda sedang ditunggu',
  } as Readonly<Record<LiveStep, string>>,
  lastKnown: (when: string) => `Terakhir diketahui ${when}.`,
  until: (when: string) => `Berlaku sampai ${when}.`,
  resume: 'Lanjutkan pembelian',
  title: 'Tidak ada jaringan',
  missing:
    'Halaman ini belum pernah dibuka di perangkat ini, jadi belum ada yang bisa ditampilkan.',
  retry: 'Coba lagi',
  home: 'Buka beranda',
};

/** Texts of the pages without network in one language. */
export type OfflineWords = typeof words;
