/** Indonesian texts of the page layout and the home page. */
export const words = {
  'common.close': 'Tutup',
  'common.cancel': 'Batal',
  'common.ok': 'OK',
  'common.retry': 'Coba lagi',
  'common.loading': 'Memuat…',
  'common.free': 'Gratis',
  'common.newTab': 'buka di tab baru',
  'common.skipToContent': 'Langsung ke konten',
  'common.language': 'Bahasa',
  'common.theme': 'Tema',
  'common.themeSystem': 'Sistem',
  'common.themeLight': 'Terang',
  'common.themeDark': 'Gelap',
  'demo.strip': 'Demo: uang simulasi, tiket tidak berlaku',
  'common.choose': 'Pilih…',

  'countdown.minutes': 'Sisa waktu {n} menit',
  'countdown.seconds': 'Sisa waktu {n} detik',

  'pager.page': 'Halaman {page} dari {total}',
  'pager.goTo': 'Halaman {page}',
  'pager.previous': 'Sebelumnya',
  'pager.next': 'Berikutnya',

  'header.home': '{product}, ke beranda',
  'header.menu': 'Menu',
  'header.search': 'Cari acara',
  'header.searchResults': 'Saran pencarian',
  'header.province': 'Provinsi',
  'header.provinceAll': 'Semua Provinsi',
  'header.provinceChosen': 'Provinsi: {name}',
  'header.provinceFound': '{n} provinsi',
  'header.provinceNone': 'Tidak ada provinsi yang cocok.',
  'header.provinceFailed': 'Daftar provinsi belum dapat dimuat.',
  'header.navigation': 'Navigasi utama',

  'bar.label': 'Navigasi bawah',

  'footer.social': 'Media sosial',
  'footer.chat': '{product} di aplikasi pesan',
  'footer.photos': '{product} di aplikasi foto',
  'footer.videos': '{product} di situs video',
  'legal.terms': 'Ketentuan Layanan',
  'legal.privacy': 'Kebijakan Privasi',

  'footer.rights': 'Hak cipta {year} {product}',

  'home.intro':
    'Konser, teater, festival, dan seminar di seluruh Indonesia, dengan antrean yang adil.',
  'home.partnerText':
    'Jual tiket acara Anda dengan antrean yang adil dan kursi yang tidak terjual dua kali.',
  'home.chips': 'Pilihan cepat',
  'home.tonight': 'Malam ini',
  'home.weekend': 'Akhir pekan',
  'home.near': 'Dekat Anda',
  'home.loadingLists': 'Memuat daftar acara',
  'home.listFailed': 'Daftar acara belum dapat dimuat.',

  'card.organizer': 'Penyelenggara',
  'card.tba': 'TBA',
  'card.details': 'Lihat detail',
  'price.percent': '+ {name} {percent} %',
  'price.tax': 'pajak',
  'price.fixed': '+ {amount} per {n|tiket|pesanan}',
  'sale.notYet': 'Segera dijual',
  'sale.presaleSoon': 'Segera prapenjualan',
  'sale.roomSoon': 'Segera dijual',
  'sale.waitingRoom': 'Ruang tunggu dibuka',
  'sale.presale': 'Prapenjualan',
  'sale.paused': 'Penjualan dijeda',
  'sale.soldOut': 'Tiket habis',
  'sale.postponed': 'Ditunda',
  'sale.over': 'Penjualan berakhir',
  'sale.closed': 'Penjualan ditutup',
  'sale.cancelled': 'Dibatalkan',
  'sale.notYetText': 'Dibuka {when}.',
  'sale.presaleSoonText': 'Prapenjualan dibuka {when} bagi pemilik kode atau yang terdaftar.',
  'sale.roomSoonText':
    'Ruang tunggu dibuka {when}. Saat penjualan dimulai, urutan semua yang ada di dalamnya diundi.',
  'sale.waitingRoomText':
    'Masuklah sebelum {when}: saat itu urutan semua yang ada di ruang tunggu diundi. Datang lebih awal tidak memberi keuntungan.',
  'sale.presaleText':
    'Pemilik kode prapenjualan atau yang terdaftar dapat membeli sekarang. Prapenjualan berakhir {when}.',
  'sale.pausedText': 'Penyelenggara menjeda penjualan tiket sebentar. Silakan kembali lagi nanti.',
  'sale.soldOutText': 'Semua tiket acara ini sudah terjual.',
  'sale.postponedText':
    'Penyelenggara menunda acara ini. Tiket tetap berlaku; tanggal baru akan menyusul.',
  'sale.overText': 'Acara ini dimulai {when}. Tiketnya tidak dijual lagi.',
  'sale.closedText': 'Penyelenggara menutup penjualan tiket acara ini.',
  'sale.cancelledText': 'Penyelenggara membatalkan acara ini. Tiketnya tidak dijual lagi.',
  'sale.opensIn': 'Dibuka dalam',
  'sample.label': 'Data contoh',

  'event.venue': 'Venue',
  'event.date': 'Tanggal',
  'event.time': 'Waktu',
  'event.readerTime': '({time} waktu Anda)',

  'error.screenTitle': 'Ada yang tidak beres',
  'error.screenText': 'Halaman ini gagal ditampilkan. Sesi dan pesanan Anda tetap tersimpan.',
  'error.reload': 'Muat ulang halaman',

  'title.home': 'Tiket konser, teater, dan festival',

  'header.accountMenu': 'Menu akun {name}',

  'footer.tagline': 'Malam yang seru dimulai dari antrean yang adil.',

  'home.promoBadge': 'Promo',

  'login.emailInvalid': 'Format email tidak valid',
  'common.phonePrefix': 'Kode negara',
  'notFound.search': 'Cari Event',
  'tickets.title': 'Pesanan Saya',
  'page.loading': 'Memuat halaman',
  'page.connecting': 'Menghubungkan ke server… Kami mencoba lagi sendiri.',
  'page.home': 'Kembali ke beranda',

  'search.found': 'Menampilkan {count} dari {total} event',

  'history.loading': 'Memuat transaksi',
} as const;

/** Literal texts of the spec that stay English on an Indonesian page. */
export const english = {
  'common.tryAgain': 'Try Again',
  'common.copied': 'Copied!',

  'header.searchPlaceholder': 'Search for events, venues, or organizers...',
  'header.searching': 'Searching...',
  'header.searchAll': 'View All Results',
  'header.searchNone': 'No events found for "{query}"',
  'header.searchAnyway': 'Search anyway',
  'header.findEvents': 'Find Events',
  'header.popular': 'Popular Categories',
  'header.popularMusic': 'Music & Concerts',
  'header.popularArts': 'Arts & Culture',
  'header.popularFood': 'Food & Drink',
  'header.popularBusiness': 'Business',
  'header.featuredEvents': 'Featured Events',
  'header.provinceSearch': 'Search province...',
  'header.provinceShortAll': 'All',
  'header.signUp': 'Sign Up',
  'header.login': 'Login',
  'header.ticket': 'Ticket',
  'header.transaction': 'Transaction',
  'header.profile': 'Profile',
  'header.logOut': 'Log Out',
  'header.user': 'User',

  'menu.browse': 'Browse Events',
  'menu.history': 'Transaction History',
  'menu.tickets': 'My Tickets',
  'menu.profile': 'Profile',
  'menu.contact': 'Contact Us',
  'menu.order': 'My Order',
  'menu.signOut': 'Sign Out',
  'menu.signIn': 'Sign In',

  'bar.home': 'Home',
  'bar.ticket': 'Ticket',
  'bar.transaction': 'Transaction',
  'bar.profile': 'Profile',

  'footer.about': 'About',
  'footer.aboutUs': 'About us',
  'footer.organizer': 'Organizer',
  'footer.organizeEvent': 'Organize Event',
  'footer.support': 'Support',
  'footer.contactUs': 'Contact Us',

  'home.headline': "Every Great Event There's {product}",
  'home.organizeEvent': 'Organize Event',
  'home.getTickets': 'Get Tickets',
  'home.featured': 'Trending Events',
  'home.promo': 'Promo Events',
  'home.upcoming': 'Upcoming Events',
  'home.partner': 'Be Our Partner',
  'home.getStarted': 'Get Started',

  'empty.featured': 'No Featured Events Yet',
  'empty.featuredAction': 'Explore All Events',
  'empty.promo': 'No Promo Events Available',
  'empty.promoAction': 'Browse Events',
  'empty.upcoming': 'No Upcoming Events',
  'empty.upcomingAction': 'Create Event',
  'empty.default': 'No Content Available',
  'empty.defaultAction': 'Refresh',

  'card.startFrom': 'Start From',
  'card.getTickets': 'Get Tickets',

  'strip.title': 'History Purchases',
  'strip.button': 'Transaction History',
  'strip.empty': 'No Purchase History Yet',
  'strip.emptyAction': 'Explore Events',
  'strip.failed': 'Unable to load purchase history at this time.',

  'bubble.exit': 'Cancel/Exit Session',
  'bubble.exitRefused': 'Failed to exit session. Please try again.',
  'bubble.exitFailed': 'Error exiting session. Please try again.',

  'error.generic': 'An error occurred',

  'search.failed': 'Failed to search events',
} as const;
