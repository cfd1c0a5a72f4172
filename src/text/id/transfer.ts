/** Indonesian texts of a ticket for another person. */
export const words = {
  'title.transfer': 'Tiket untuk Anda',
  'refusal.transferEnded': 'Tiket ini tidak ditawarkan lagi.',
  'refusal.transferOwn': 'Tiket ini sudah milik Anda. Kirim tautannya kepada orang lain.',
  'refusal.transferClosed':
    'Tiket ini tidak dapat diberikan lagi: acaranya telah dimulai atau dibatalkan.',
  'refusal.refundAsked':
    'Uang pesanan tiket ini sedang diminta kembali, jadi tiketnya tidak dapat berpindah.',
  'refusal.ticketUsed': 'Seseorang sudah masuk dengan tiket ini.',

  'transfer.give': 'Berikan kepada orang lain',
  'transfer.giveText':
    'Kirim tautan kepada orang yang memakai tiket ini. Begitu ia menerimanya, kode di halaman ini tidak berlaku lagi dan tiket terbit atas namanya.',
  'transfer.giveMoney': 'Setelah diterima, uang pesanan ini tidak dapat diminta kembali oleh Anda.',
  'transfer.make': 'Buat tautan',
  'transfer.link': 'Tautan tiket',
  'transfer.copy': 'Salin tautan',
  'transfer.share': 'Bagikan tautan',
  'transfer.shareText': 'Tiket {event} untuk Anda. Terima di sini:',
  'transfer.until': 'Berlaku sampai {date}, {time}. Hanya satu orang yang dapat menerimanya.',
  'transfer.isOut': 'Tautannya sudah dibuat. Sampai diterima, tiket ini tetap milik Anda.',
  'transfer.again': 'Buat tautan baru',
  'transfer.againText': 'Tautan yang lama berakhir begitu Anda membuat yang baru.',
  'transfer.withdraw': 'Batalkan tautan',
  'transfer.withdrawn': 'Tautan dibatalkan. Tiket ini tetap milik Anda.',
  'transfer.lapsed': 'Waktu tautan habis. Tiket ini tetap milik Anda.',
  'transfer.given': 'Tiket ini sudah diterima orang lain. Kode di halaman ini tidak berlaku lagi.',
  'transfer.failed': 'Belum berhasil. Coba lagi.',
  'transfer.loading': 'Memuat tiket yang ditawarkan',
  'transfer.loadFailed': 'Tiket belum dapat dimuat.',

  'transfer.from': '{name} memberikan tiket ini kepada Anda',
  'transfer.standing': 'Berdiri',
  'transfer.holder': 'Nama Anda di tiket',
  'transfer.holderHelp': 'Sesuai kartu identitas',
  'transfer.holderMissing': 'Isi nama Anda.',
  'transfer.accept': 'Terima tiket',
  'transfer.acceptText': 'Tiketnya terbit dengan kode baru. Kode pemberinya tidak berlaku lagi.',
  'transfer.signIn': 'Masuk untuk menerima',
  'transfer.signInText':
    'Tiketnya disimpan di akun Anda. Belum punya akun? Daftar di halaman masuk.',
  'transfer.verify': 'Verifikasi email',
  'transfer.verifyText': 'Verifikasi email Anda dulu, lalu terima tiketnya di sini.',
  'transfer.accepted': 'Tiketnya milik Anda.',
  'transfer.open': 'Buka tiket',
  'transfer.endAccepted':
    'Tiket ini sudah diterima. Kalau Anda yang menerimanya, tiketnya ada di Pesanan Saya.',
  'transfer.endWithdrawn': 'Pemberinya membatalkan tautan ini. Minta tautan baru kepadanya.',
  'transfer.endLapsed': 'Waktu tautan ini habis. Minta tautan baru kepada pemberinya.',
  'transfer.unknown': 'Tautan ini tidak menawarkan tiket. Periksa apakah tautannya lengkap.',
};
