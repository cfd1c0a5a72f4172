/** Indonesian texts of the static pages. */
export const words = {
  'notFound.code': '404',
  'notFound.title': 'Halaman Tidak Ditemukan',
  'notFound.text': 'Halaman yang Anda cari tidak ada atau sudah dipindahkan.',
  'notFound.home': 'Kembali ke Beranda',
  'notFound.back': 'Kembali',
  'notFound.help': 'Butuh bantuan?',
  'notFound.contact': 'Hubungi kami',

  'title.createEvent': 'Buat acara',
  'title.notFound': 'Halaman Tidak Ditemukan',

  'contact.intro': 'Ada kendala tiket atau ingin bekerja sama? Tim kami siap membantu.',
  'contact.phone': 'Telepon',
  'contact.email': 'Email',
  'contact.address': 'Alamat',
  'contact.addressText': 'Yogyakarta, Indonesia',
  'contact.sent': 'Terima kasih. Pesan Anda sudah kami terima, dan kami membalasnya ke email Anda.',
  'contact.failed':
    'Pesan belum terkirim. Isian Anda tetap ada: coba lagi sebentar lagi, atau tulis ke {email}.',
  'contact.tooMany':
    'Pesan hari ini sudah terlalu banyak. Isian Anda tetap ada: silakan tulis ke {email}.',
  'contact.write': 'Tulis email',
  'contact.nameRequired': 'Nama wajib diisi',
  'contact.subjectRequired': 'Subjek wajib dipilih',

  'legal.sample':
    'Ini teks contoh. Penyelenggara toko ini belum memasang teksnya sendiri, jadi isinya belum mengikat.',
  'legal.loading': 'Memuat teks...',
  'legal.failed': 'Teks belum dapat dimuat.',

  'create.title': 'Buat acara bersama {product}',
  'create.text':
    'Ceritakan rencana acara Anda, dari pentas kecil sampai stadion. Kami bantu menyiapkan denah kursi, formulir peserta, dan antreannya.',
  'create.action': 'Hubungi kami',
} as const;

/** Literal texts of the spec that stay English on an Indonesian page. */
export const english = {
  'title.contact': 'Contact Us',

  'contact.title': 'Contact Us',
  'contact.fullName': 'Full Name',
  'contact.subject': 'Subject',
  'contact.message': 'Message',
  'contact.send': 'Send Message',
  'contact.partnership': 'Partnership',
  'contact.ticketIssue': 'Ticket Issue',
  'contact.general': 'General Question',
  'contact.other': 'Other',
} as const;
