/** Indonesian texts of the event page. */
export const words = {
  'show.presaleCode': 'Kode prapenjualan',
  'show.presaleHint': 'Kosongkan jika alamat e-mail Anda terdaftar.',
  'event.remindMe': 'Ingatkan saya',
  'event.reminderTitle': 'Penjualan tiket dibuka: {name}',
  'event.movedFrom': 'Dipindahkan dari {when}. Tiket tetap berlaku.',
  'event.priceUntil': 'Harga ini berlaku hingga {when}.',
  'event.tabs': 'Informasi acara',
  'event.previousTab': 'Tab sebelumnya',
  'event.nextTab': 'Tab berikutnya',
  'event.type': 'Jenis',
  'event.defaultType': 'Event',
  'event.organizer': 'Penyelenggara',
  'event.enlargeBanner': 'Perbesar banner',
  'event.enlargeMap': 'Perbesar denah kursi',
  'event.seatMap': 'Denah kursi',
  'event.map': 'Peta lokasi',
  'event.noFacilities': 'Belum ada informasi fasilitas.',
  'event.noAbout': 'Belum ada deskripsi.',
  'event.sample':
    'Ini acara contoh, karena katalog sedang tidak dapat dimuat. Tiketnya tidak dapat dibeli.',
  'event.loading': 'Memuat acara',

  'show.free': 'Gratis',
  'show.seatsLeft': '{n} kursi tersisa',
  'show.dates': 'Pilih tanggal',
  'show.legend': 'Pilih jadwal pertunjukan',

  'title.event': 'Event',
} as const;

/** Literal texts of the spec that stay English on an Indonesian page. */
export const english = {
  'event.about': 'About',
  'event.facility': 'Facility',
  'event.terms': 'Terms & Conditions',
  'event.privacy': 'Privacy Policy',
  'event.seeMore': 'See more',
  'event.startingFrom': 'Starting From',
  'event.buyNow': 'Buy Now',
  'event.openMaps': 'Open in Google Maps',
  'event.loadFailed': 'Failed to load event details',
  'event.notFound': 'Event not found',
  'event.slugRequired': 'Event slug is required',

  'show.title': 'Choose Your Show',
  'show.continue': 'Continue',
  'show.available': 'Available',
  'show.limited': 'Limited',
  'show.sold_out': 'Sold Out',
  'show.unknown': 'Unknown',
} as const;
