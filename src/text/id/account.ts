/** Orders, e-ticket, history and profile, in Indonesian. */
export const words = {
  'title.tickets': 'Pesanan Saya',
  'title.eTicket': 'E-Ticket',
  'title.history': 'Riwayat Transaksi',

  'history.title': 'Riwayat Transaksi',
  'history.tabs': 'Status transaksi',
  'history.loadFailed': 'Riwayat transaksi belum dapat dimuat.',
  'history.id': 'ID transaksi',
  'history.pages': 'Halaman riwayat transaksi',

  'profile.firstName': 'Nama Depan',
  'profile.lastName': 'Nama Belakang',
  'profile.phone': 'Nomor Telepon',
  'profile.email': 'Email',
  'profile.emailFixed': 'Email tidak dapat diubah',
  'profile.save': 'Simpan Perubahan',
  'profile.saving': 'Menyimpan...',
  'profile.saved': 'Perubahan tersimpan.',
  'profile.saveFailed': 'Perubahan belum tersimpan. Coba lagi.',

  'tickets.back': 'Kembali ke Pesanan Saya',
  'tickets.downloadFailed': 'Tiket belum dapat diunduh. Coba lagi.',
  'tickets.pages': 'Halaman pesanan',
  'tickets.paidTotal': 'Total dibayar',

  'eticket.seat': 'Kursi',
  'eticket.show': 'Tunjukkan kode ini di pintu masuk.',

  'tickets.tabs': 'Status tiket',
  'tickets.amount': '{n} tiket',
  'tickets.loading': 'Memuat tiket',
  'tickets.loadFailed': 'Tiket belum dapat dimuat.',
  'tickets.open': 'Buka e-ticket',
  'tickets.seat': 'Kursi {seat}',
  'tickets.code': 'Kode tiket',
  'tickets.qr': 'Kode QR tiket {code}',
  'tickets.sideMenu': 'Menu akun',
  'tickets.paid': 'Berbayar',
  'tickets.free': 'Gratis',

  'eticket.title': 'E-Ticket',
  'eticket.holder': 'Nama pemegang',
  'eticket.order': 'Nomor pesanan',
  'eticket.category': 'Kategori',
  'eticket.venue': 'Venue',
  'eticket.date': 'Tanggal',
  'eticket.time': 'Waktu',
  'eticket.organizer': 'Penyelenggara',
  'eticket.qr': 'Kode QR tiket',
  'eticket.terms': 'Syarat dan Ketentuan',
  'eticket.term.id': 'Nama pada tiket harus sesuai dengan kartu identitas yang berlaku.',
  'eticket.term.tax': 'Harga belum termasuk pajak pemerintah 10% dan biaya platform.',
  'eticket.term.limit': 'Maksimal 6 tiket per transaksi per kategori.',
  'eticket.term.letter': 'Surat kuasa wajib bermeterai Rp10.000.',
} as const;

/** Literal texts of the spec that stay English on an Indonesian page. */
export const english = {
  'empty.historyAction': 'Find Events',

  'title.profile': 'Profile',

  'history.all': 'All',
  'history.completed': 'Completed',
  'history.pending': 'Pending',
  'history.cancelled': 'Cancelled',
  'history.failed': 'Failed',
  'history.empty': 'No transactions found',
  'history.emptyText': "You don't have any {status} transactions yet.",
  'history.emptyTextAll': "You don't have any transactions yet.",

  'profile.title': 'Profile',
  'profile.loading': 'Loading profile...',

  'tickets.active': 'Active',
  'tickets.inactive': 'Inactive',
  'tickets.details': 'Ticket Details',
  'tickets.empty': 'No tickets found',
  'tickets.emptyText': "You don't have any {tab} tickets yet.",

  'eticket.loading': 'Loading e-ticket...',
  'eticket.failed': 'Failed to load e-ticket. Using fallback data.',
  'eticket.noId': 'No ticket ID provided',
  'eticket.print': 'Print PDF',
  'eticket.download': 'Download',
} as const;
