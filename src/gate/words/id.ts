import type { Locale } from '../../../contract/texts/locale.ts';

/** Texts of the gate page, in Indonesian. */
export const words = {
  lang: 'id' as Locale,
  language: 'Bahasa',
  title: 'Pintu masuk',
  opening: 'Membuka…',

  passTitle: 'Buka pintu acara',
  passIntro: 'Pas dibuat oleh penyelenggara dan hanya berlaku untuk satu acara.',
  passField: 'Pas pintu',
  passOffered: 'Pas dari tautan sudah diisi.',
  doorField: 'Nama pintu ini',
  doorExample: 'Pintu Utara',
  doorHint: 'Nama ini tampil di pintu lain bila tiket yang sama dipindai dua kali.',
  unlock: 'Buka pintu',
  unlocking: 'Mengambil data acara…',
  needsName: 'Isi pas dan nama pintu.',
  problem: {
    badPass: 'Pas ini tidak berlaku: salah, dicabut, atau harinya sudah lewat.',
    offline: 'Tidak ada jaringan. Pas baru hanya bisa dibuka saat daring.',
    broken: 'Ada yang tidak berhasil. Coba lagi.',
    unsynced: 'Masih ada pemindaian acara lain yang belum tersinkron. Sambungkan ke jaringan dulu.',
  },

  admitted: 'Masuk',
  refused: 'Ditolak',
  online: 'Tersambung',
  offline: 'Tanpa jaringan',
  passOver: 'Pas tidak berlaku',
  offlineNote:
    'Tiket tetap diperiksa. Tiket ganda di pintu lain baru diketahui setelah tersambung.',
  passEnded: 'Pas tidak berlaku lagi. Pemindaian tetap jalan; minta pas baru untuk menyinkronkan.',
  newPass: 'Masukkan pas baru',
  unsynced: (count: number) => `${count} belum tersinkron`,
  allSynced: 'Semua tersinkron',
  kept: 'Siap dipakai tanpa jaringan.',
  syncNow: 'Sinkronkan',
  syncing: 'Menyinkronkan…',

  aim: 'Arahkan kamera ke kode QR tiket',
  cameraOpening: 'Membuka kamera…',
  camera: 'Kamera',
  byHand: 'Ketik kode',
  torchOn: 'Nyalakan senter',
  torchOff: 'Matikan senter',
  signalsOn: 'Bunyi dan getar: nyala',
  signalsOff: 'Bunyi dan getar: mati',
  cameraProblem: {
    denied: 'Kamera tidak diizinkan. Izinkan di setelan peramban, atau ketik kodenya.',
    missing: 'Kamera tidak ditemukan. Ketik kodenya.',
    busy: 'Kamera tidak bisa dibuka. Tutup aplikasi lain yang memakainya, atau ketik kodenya.',
  },
  tryCamera: 'Coba kamera lagi',
  codeField: 'Kode tiket',
  codeHint: '8 huruf dan angka di bawah kode QR. Perlu jaringan.',
  check: 'Periksa',
  checking: 'Memeriksa…',

  verdict: {
    valid: 'SAH',
    used: 'SUDAH DIPAKAI',
    revoked: 'DIBATALKAN',
    wrongEvent: 'SALAH EVENT',
    otherNight: 'HARI LAIN',
    forged: 'PALSU',
    unknown: 'TIDAK DIKENAL',
    needsNetwork: 'PERLU JARINGAN',
    unchecked: 'BELUM DIPERIKSA',
    undone: 'DITARIK KEMBALI',
  },
  advice: {
    valid: 'Silakan masuk.',
    used: 'Tiket ini sudah dipakai masuk.',
    revoked: 'Tiket ini sudah dibatalkan. Jangan izinkan masuk.',
    wrongEvent: 'Tiket asli, tetapi untuk acara lain.',
    otherNight: 'Tiket asli, tetapi untuk hari lain acara ini.',
    forged: 'Kode ini bukan tiket dari kami. Jangan izinkan masuk.',
    unknown: 'Kode ini tidak ada di acara ini. Periksa ketikannya.',
    needsNetwork: 'Kode ketik hanya bisa diperiksa saat tersambung. Pindai kode QR-nya.',
    unchecked: 'Perangkat ini gagal memeriksa. Pindai sekali lagi.',
    undone: 'Tiket ini bisa dipakai lagi.',
  },
  usedAt: (time: string, door: string) => `Dipindai pukul ${time} di ${door}`,
  here: 'pintu ini',
  anotherDoor: 'pintu lain',
  seat: 'Kursi',
  category: 'Kategori',
  decidedAlone: 'Diperiksa tanpa jaringan; tercatat setelah tersambung.',
  wheelchair: 'Tempat kursi roda',
  next: 'Lanjut',

  practiceBegin: 'Mulai latihan',
  practiceEnd: 'Akhiri latihan',
  practiceNote: 'LATIHAN: tidak ada yang tercatat',
  undo: (place: string) => `Tarik kembali masuknya ${place}`,

  conflictsTitle: 'Perlu perhatian',
  conflict: (seat: string, mine: string, time: string, door: string) =>
    `Kursi ${seat}, masuk pukul ${mine}: tiket ini juga dipindai di ${door} pukul ${time}.`,
  conflictRevoked: (seat: string, mine: string) =>
    `Kursi ${seat}, masuk pukul ${mine}: tiket ini ternyata sudah dibatalkan.`,
  conflictUnknown: (seat: string, mine: string) =>
    `Kursi ${seat}, masuk pukul ${mine}: tiket ini tidak dikenal server.`,
  recentTitle: 'Pemindaian terakhir',
  recentNone: 'Belum ada tiket yang dipindai.',
  noSeat: 'Tanpa kursi',

  leave: 'Tutup pintu ini',
  leaveHint: 'Menghapus pas dan semua data acara dari perangkat ini.',
  leaveWait: 'Bisa ditutup setelah semua tersinkron.',
  leaveSure: 'Ya, hapus dari perangkat ini',
  cancel: 'Batal',
  cannotWork: 'Peramban ini tidak bisa dipakai di pintu: buka lewat https dan izinkan penyimpanan.',
};

/** Texts of the gate page in one language. */
export type GateWords = typeof words;
