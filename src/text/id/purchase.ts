/** Indonesian texts of the purchase layout and of what its pages share. */
export const words = {
  'seats.left': '{n} kursi tersisa',
  'steps.label': 'Langkah pembelian',
  'steps.seat_selection': 'Pilih Kategori',
  'steps.ticket_selection': 'Detail Pesanan',
  'steps.payment_processing': 'Metode Pembayaran',
  'steps.payment_success': 'Pembayaran',
  'steps.done': 'selesai',

  'queue.position': 'Posisi {position}',
  'queue.notices': 'Pemberitahuan',
  'queue.kicked': 'Kamu telah dikeluarkan dari antrean: {reason}',
  'queue.kickedDefault': 'Sesi expired',
  'queue.left': 'Kamu telah keluar dari antrean',

  'queue.moveFailed': 'Gagal mengarahkan ke pemilihan kursi. Silakan refresh halaman.',
  'queue.eventMissing': 'Event tidak ditemukan. Silakan kembali ke halaman utama.',

  'queue.rejoin': 'Masuk antrean lagi',
  'ended.leftElsewhere': 'Anda sudah keluar lewat tab atau perangkat lain',
  'ended.timeUp': 'Waktu Anda habis',
  'ended.inactive': 'Tempat Anda di antrean dilepas karena perangkat Anda lama tidak terhubung',
  'ended.absent': 'Giliran Anda tiba saat Anda sedang tidak ada',
  'ended.closed': 'Penjualan tiket acara ini sudah ditutup',
  'ended.cancelled': 'Acara ini dibatalkan penyelenggara',
  'ended.paid': 'Pesanan Anda untuk acara ini sudah dibayar',
  'ended.paidElsewhere': 'Pesanan Anda sudah dibayar di tab atau perangkat lain',
  'ended.over': 'Sesi Anda sudah berakhir',
  'ended.placeFreed': 'Tempat Anda di antrean sudah dilepas. Tidak ada uang yang ditarik.',
  'ended.turnFreed':
    'Giliran Anda sudah dilepas, dan belum ada kursi yang dipesan. Tidak ada uang yang ditarik.',
  'ended.seatsFreed': 'Kursi Anda sudah dilepas kembali. Tidak ada uang yang ditarik.',
  'ended.paymentVoided':
    'Kursi Anda sudah dilepas dan tagihannya dibatalkan. Kalau Anda telanjur membayar, tiketnya terbit selama kursinya masih kosong; kalau tidak, uangnya kami kembalikan.',
  'ended.allFreed': 'Tempat, kursi, dan tagihan yang belum dibayar sudah dilepas.',
  'ended.nextJoin': 'Untuk membeli lagi, masuk antrean dan pilih kursi dari awal.',
  'ended.nextAbsent':
    'Nomor Anda disimpan sesudah giliran itu, lalu dilepas. Masuk antrean lagi untuk nomor baru.',
  'ended.nextEvent': 'Kabar dari penyelenggara ada di halaman acara.',
  'ended.nextTickets': 'Tiketnya ada di Pesanan Saya.',
  'ended.toTickets': 'Lihat tiket',
  'ended.read': 'Mengerti',

  'switch.title': 'Anda masih punya tempat di {event}',
  'switch.show': '{event} ({date}, {time})',
  'switch.when': '{event}: {date}, {time}',
  'switch.resume': 'Lanjutkan {event}',
  'switch.release': 'Lepaskan {event} dan masuk ke {other}',
  'switch.costQueue':
    'Satu akun punya satu tempat. Jika dilepas, posisi antrean Anda di sana hilang.',
  'switch.costSeats':
    'Satu akun punya satu tempat. Jika dilepas, giliran dan kursi Anda di sana kembali dijual.',
  'switch.costPayment':
    'Satu akun punya satu tempat. Jika dilepas, pembayaran yang ditunggu dibatalkan dan kursi Anda di sana kembali dijual.',
  'switch.paymentStays':
    'Pembayaran di sana belum bisa dibatalkan: bank mungkin sudah menerimanya. Lanjutkan dan tunggu hasilnya, atau coba lagi sebentar lagi.',
  'switch.otherEvent': 'acara lain',
  'switch.thisEvent': 'acara ini',

  'purchase.remaining': 'Sisa waktu sesi',
  'purchase.offline': 'Tidak ada koneksi internet.',
  'purchase.offlineText':
    'Pesanan dan isian Anda tersimpan sampai waktunya habis. Halaman ini lanjut sendiri begitu tersambung.',
  'purchase.offlineQueue':
    'Nomor antrean Anda tetap disimpan. Halaman ini lanjut sendiri begitu tersambung.',
  'purchase.backOnline': 'Koneksi internet kembali.',

  'seats.clear': 'Hapus semua',
  'seats.best': 'Kursi terbaik',

  'voucher.apply': 'Pakai',
  'voucher.remove': 'Hapus voucher {code}',

  'refusal.placesTaken': 'Tempat berdiri yang tersisa tidak cukup.',
  'refusal.seatsPromised': 'Kursi yang kosong sedang ditawarkan kepada orang di daftar tunggu.',
  'refusal.offerExceeded':
    'Penawaran Anda dari daftar tunggu berlaku untuk {n} tiket. Kurangi kursi.',
  'refusal.shareFull':
    'Satu orang boleh punya {n} tiket acara ini; {m} sudah Anda beli atau pesan. Kurangi kursi.',
  'refusal.phoneRequired':
    'Acara ini membatasi tiket per nomor telepon. Lengkapi nomor telepon di profil Anda.',
  'refusal.priceChanged':
    'Harga berubah sejak Anda melihatnya. Periksa harga baru, lalu lanjutkan.',
  'refusal.salePaused': 'Penjualan tiket acara ini sedang dijeda. Silakan coba lagi nanti.',
  'refusal.soldOut': 'Tiket acara ini sudah habis.',
  'refusal.presaleOnly':
    'Acara ini masih dalam prapenjualan. Masukkan kode prapenjualan di halaman acara.',
  'refusal.presaleCodeWrong': 'Kode prapenjualan ini tidak dikenal.',
  'refusal.presaleCodeSpent': 'Kode prapenjualan ini sudah terpakai sebanyak batasnya.',
  'refusal.presaleTriesSpent': 'Terlalu banyak kode yang salah. Silakan coba lagi nanti.',
  'refusal.eventPostponed': 'Acara ini ditunda.',
  'refusal.shareSpent': 'Satu orang boleh punya {n} tiket acara ini, dan Anda sudah membelinya.',
  'refusal.personHasPlace':
    'Alamat Anda {address} sudah punya tempat di acara ini. Masuk dengan alamat itu.',
  'refusal.deviceHasPlaces': 'Dua akun di perangkat ini sudah punya tempat di acara ini.',
  'refusal.holdsPaused': 'Terlalu sering menahan kursi tanpa membayar. Silakan coba lagi nanti.',
  'seats.voucherTooLittle':
    'Dengan voucher ini totalnya terlalu kecil untuk semua metode pembayaran. Hapus voucher, atau tambah tiket.',
  'refusal.noMethodCarries':
    'Tidak ada metode pembayaran untuk total ini. Kurangi atau ganti kursi.',
  'refusal.voucherInvalid': 'Kode voucher tidak valid atau sudah kedaluwarsa',
  'voucher.checkFailed': 'Terjadi kesalahan saat memvalidasi voucher',
  'voucher.applyFailed': 'Terjadi kesalahan saat memproses voucher',
  'voucher.sessionEnded': 'Sesi Anda telah berakhir. Silakan login kembali.',

  'summary.title': 'Rincian Pesanan',
  'summary.subtotal': 'Subtotal',
  'summary.discount': 'Diskon',
  'summary.tax': 'Pajak',
  'summary.included': 'Termasuk {name}',
  'summary.fee': 'Biaya layanan',
  'summary.free': 'Gratis',
  'summary.total': 'Total',
  'summary.seats': 'Kursi: {seats}',
  'summary.standing': 'Berdiri',
  'summary.quantity': 'Jumlah: {n}',
  'summary.open': 'Lihat rincian',

  'categories.heading': 'Pilih Tiket',
  'categories.add': 'Tambah {category}',
  'categories.remove': 'Kurangi {category}',
  'categories.quantity': 'Jumlah {category}',
  'categories.almostEmpty': 'Hampir habis',
  'categories.available': 'Tersedia',
  'categories.buy': 'Beli Sekarang',
  'categories.loading': 'Memuat kategori tiket',
} as const;

/** Literal texts of the spec that stay English on an Indonesian page. */
export const english = {
  'queue.goToSeats': 'Go to Seat Selection',
  'queue.loading': 'Checking queue status...',
  'queue.error': 'Error: {message}',
  'queue.tryAgain': 'Try Again',
  'queue.backToEvent': 'Back to Event Page',
  'queue.checkFailed': 'Failed to check queue session',
  'queue.joinFailed': 'Failed to join queue',
  'queue.autoJoinFailed': 'Automatic queue joining failed. Please try manually.',

  'form.draftFailed': 'Failed to check order draft',
  'payment.readFailed': 'Failed to check payment status',
  'blocked.verification': 'Verification failed. Please try again.',

  'purchase.timeUp': 'Time is up! Your session has expired. Please select your seats again.',

  'seats.heading': 'Choose Your Seats',
  'seats.limit': 'Select up to {max} seats',
  'seats.count': '{n} / {max} selected',
  'seats.continue': 'Continue to Order Form',
  'seats.creating': 'Creating Order...',
  'seats.queueIssue': 'Queue Access Issue',
  'seats.retryJoin': 'Retry Join Queue',
  'seats.venueTba': 'Venue TBA',
  'seats.dateTba': 'Date TBA',
  'seats.limitReached': 'Limit Reached',
  'seats.soldOut': 'Sold Out',
  'seats.loadFailed': 'Failed to load seatmap data. Please try again.',
  'seats.mapMissing': 'Seatmap configuration is missing or invalid.',
  'seats.mapUndrawable': 'Invalid seatmap configuration. Please check the data.',
  'seats.draftFailed': 'Failed to create order draft',
  'seats.draftIncomplete': 'Draft status check returned success but data was incomplete.',
  'seats.draftMadeUnverified': 'Draft created but status verification failed',
  'seats.draftUnverified': 'Failed to verify draft status.',
  'seats.cancelFailed': 'Failed to cancel order draft',
  'seats.priceFailed': 'Failed to preview order',

  'voucher.seatsFirst': 'Please select seats before applying a voucher',

  'categories.failed': 'Failed to load category data',
} as const;
