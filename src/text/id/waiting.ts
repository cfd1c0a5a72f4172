/** Indonesian texts of the waiting list of a sold-out event. */
export const words = {
  'waiting.title': 'Daftar tunggu',
  'waiting.intro':
    'Kalau ada tiket yang kosong, kami menawarkannya lewat e-mail sesuai urutan pendaftaran.',
  'waiting.signIn': 'Login dulu untuk ikut menunggu atau melihat giliran Anda.',
  'waiting.show': 'Jadwal',
  'waiting.count': 'Jumlah tiket',
  'waiting.fewer': 'Kurangi tiket',
  'waiting.more': 'Tambah tiket',
  'waiting.join': 'Masuk daftar tunggu',
  'waiting.lapsed': 'Batas waktu penawaran untuk Anda sudah lewat. Anda dapat mendaftar lagi.',
  'waiting.first': 'Anda yang berikutnya, untuk {count} tiket.',
  'waiting.ahead': '{n} orang di depan Anda. Anda menunggu {count} tiket.',
  'waiting.mail': 'Kami mengirim e-mail begitu giliran Anda tiba.',
  'waiting.leave': 'Keluar dari daftar',
  'waiting.turn': 'Giliran Anda: {n} tiket',
  'waiting.until': 'Pilih tiket sebelum {when}.',
  'waiting.left': 'Sisa waktu penawaran',
  'waiting.buy': 'Beli sekarang',
  'waiting.giveUp': 'Lepaskan giliran',
  'waiting.failed': 'Belum berhasil. Silakan coba lagi.',
  'refusal.notSoldOut': 'Daftar tunggu dibuka setelah tiket habis, selama acara belum dimulai.',
} as const;
