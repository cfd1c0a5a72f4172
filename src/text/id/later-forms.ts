/** Indonesian texts of the forms that are filled in after paying. */
export const words = {
  'title.laterForms': 'Data Pemegang Tiket',
  'refusal.orderEnded': 'Pesanan ini tidak berlaku lagi.',
  'refusal.laterFormsClosed':
    'Acaranya telah dimulai: data pemegang tiket tidak dapat diubah lagi.',

  'later.loading': 'Memuat data pemegang tiket',
  'later.loadFailed': 'Data pemegang tiket belum dapat dimuat.',
  'later.for': 'Pesanan {code}, {event}',
  'later.until': 'Anda dapat mengubah data ini sampai acara dimulai: {date}, {time}.',
  'later.untilOpen': 'Anda dapat mengubah data ini sampai acara dimulai.',
  'later.closed': 'Acaranya telah dimulai: data pemegang tiket tidak dapat diubah lagi.',
  'later.none': 'Penyelenggara tidak meminta data pemegang tiket untuk pesanan ini.',
  'later.save': 'Simpan data',
  'later.saved': 'Data pemegang tiket tersimpan.',
  'later.saveFailed': 'Data belum tersimpan. Isian Anda masih ada di halaman ini.',
} as const;
