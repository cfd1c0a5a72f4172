/** Indonesian texts of the search page. */
export const words = {
  'title.search': 'Cari acara',

  'search.title': 'Cari acara',
  'search.label': 'Nama acara, venue, atau penyelenggara',
  'search.submit': 'Cari',
  'search.location': 'Lokasi',
  'search.none': 'Tidak ada event ditemukan',
  'search.empty': 'Tidak Ada Event Ditemukan',
  'search.emptyText': 'Coba kata lain atau lokasi lain.',
  'search.emptyFilters':
    'Tidak ada acara yang cocok dengan semua pilihan di atas. Hapus salah satu filter atau mulai dari awal.',
  'search.reset': 'Reset Filter',
  'search.loading': 'Mencari acara',
  'search.pages': 'Halaman hasil pencarian',

  'filter.filters': 'Filter',
  'filter.filtersSet': 'Filter ({count})',
  'filter.chosen': 'Filter yang dipilih',
  'filter.remove': 'Hapus filter {name}',
  'filter.showResults': 'Lihat hasil',
  'filter.online': 'Acara Online',
  'filter.topic': 'Topik',
  'filter.time': 'Waktu',
  'filter.price': 'Harga',
  'filter.any': 'Semua',
  'filter.time.today': 'Hari Ini',
  'filter.time.tomorrow': 'Besok',
  'filter.time.this-weekend': 'Akhir Pekan Ini',
  'filter.time.this-week': 'Minggu Ini',
  'filter.time.this-month': 'Bulan Ini',
  'filter.time.next-month': 'Bulan Depan',
  'filter.price.free': 'Gratis',
  'filter.price.from': '{least} ke atas',
  'filter.sort': 'Urutkan',
  'filter.sort.best': 'Paling sesuai',
  'filter.sort.date:asc': 'Tanggal terdekat',
  'filter.sort.date:desc': 'Tanggal terjauh',
  'filter.sort.price:asc': 'Harga terendah',
  'filter.sort.price:desc': 'Harga tertinggi',
  'filter.sort.name:asc': 'Nama A–Z',
  'filter.sort.name:desc': 'Nama Z–A',
} as const;

/** Literal texts of the spec that stay English on an Indonesian page. */
export const english = {
  'filter.topic.music': 'Music & Concert',
  'filter.topic.sports': 'Sports',
  'filter.topic.entertainment': 'Entertainment',
  'filter.topic.festivals': 'Festivals & Holidays',
  'filter.topic.seminar': 'Seminar & Workshop',
} as const;
