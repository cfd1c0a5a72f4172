/** Words of the specification that a state shows, exactly as it writes them; `on` where only one width has them. */
export interface Literals {
  readonly both?: readonly string[];
  readonly phone?: readonly string[];
  readonly desktop?: readonly string[];
}

const frame = {
  both: ['About', 'About us', 'Organizer', 'Organize Event', 'Support', 'Contact Us'],
  phone: ['Home', 'Ticket', 'Transaction', 'Profile', 'All'],
  desktop: ['Sign Up', 'Login', 'Semua Provinsi'],
} as const satisfies Literals;

const emptyLists = [
  'No Featured Events Yet',
  'Explore All Events',
  'No Promo Events Available',
  'Browse Events',
  'No Upcoming Events',
  'Create Event',
];

/** Every literal of §2, §5 and §8 that the public pages have to show, by the state (shop-states.ts) that calls for it. */
export const literals: Readonly<Record<string, Literals>> = {
  'home: loading': { both: ["Every Great Event There's", 'Organize Event', 'Get Tickets'] },
  'home: empty': { both: emptyLists },
  'home: loaded': {
    ...frame,
    both: [...frame.both, 'Start From', 'Get Tickets', 'Be Our Partner', 'Get Started'],
  },
  'home: menu open': {
    phone: [
      'Browse Events',
      'Transaction History',
      'My Tickets',
      'Profile',
      'Contact Us',
      'My Order',
      'Sign In',
    ],
  },
  'home: province list open': { both: ['Search province...', 'Semua Provinsi'] },
  'home: province chosen': { phone: ['Jawa'], desktop: ['Jawa Barat'] },
  'home: search open': {
    both: [
      'Popular Categories',
      'Music & Concerts',
      'Arts & Culture',
      'Food & Drink',
      'Business',
      'Featured Events',
    ],
    phone: ['Find Events', 'Search for events, venues, or organizers...'],
  },
  'home: search under way': { both: ['Searching...'] },
  'home: search failing': { both: ['Failed to search events'] },
  'home: search results': { both: ['View All Results'] },
  'home: search without a match': {
    both: ['No events found for "zebra ungu"', 'Search anyway'],
  },
  'search: failing': { both: ['Failed to search events'] },
  'search: loaded': { both: ['Menampilkan 12 dari', 'Start From', 'Get Tickets'] },
  'search: filters': {
    both: [
      'Semua Provinsi',
      'Music & Concert',
      'Festivals & Holidays',
      'Seminar & Workshop',
      'Reset Filter',
    ],
  },
  'search: empty': {
    both: ['Tidak ada event ditemukan', 'Tidak Ada Event Ditemukan', 'Reset Filter'],
  },
  'event: failing': { both: ['Failed to load event details'] },
  'event: not found': { both: ['Event not found'] },
  'event: with nothing but the least': { both: ['Event'] },
  'event: sale closed': { both: ['Penyelenggara menutup penjualan tiket acara ini.'] },
  'event: loaded': {
    both: [
      'About',
      'Facility',
      'Terms & Conditions',
      'Privacy Policy',
      'Starting From',
      'Buy Now',
      'WIB',
      'Open in Google Maps',
    ],
  },
  'event: terms': { both: ['See more'] },
  'event: privacy': { both: ['See more'] },
  'event: sign-in over it': { both: ['Login', 'Email', 'Sign Up'] },
  'event: Choose Your Show': {
    both: ['Choose Your Show', 'Available', 'Limited', 'Sold Out', 'Unknown', 'Continue'],
  },
  contact: {
    both: [
      'Contact Us',
      'Yogyakarta, Indonesia',
      'Full Name',
      'Email',
      'Subject',
      'Message',
      'Send Message',
    ],
  },
  terms: { both: ['Ketentuan Layanan'] },
  privacy: { both: ['Kebijakan Privasi'] },
  'not found': {
    both: ['404', 'Halaman Tidak Ditemukan', 'Kembali ke Beranda', 'Kembali', 'Cari Event'],
  },
  login: { both: ['Login', 'Email', 'Password', 'Sign Up'] },
  register: { both: ['Sign Up', 'Email', 'Password', '+62'] },
  'register: nothing filled in': {
    both: [
      'Password must be at least 8 characters',
      'Password must contain at least one letter',
      'Password must contain at least one number',
      'Please agree to the Terms of Service and Privacy Policy',
    ],
  },
  'verify: nobody to verify': { both: ['Login'] },
  'categories: failing': { both: ['Failed to load category data'] },
  'categories: loaded': { both: ['Pilih Tiket', 'Rincian Pesanan', 'Beli Sekarang'] },
  'categories: five chosen': { both: ['Limit Reached', 'Rincian Pesanan', 'Beli Sekarang'] },
  'account: history strip empty': {
    both: ['History Purchases', 'No Purchase History Yet', 'Explore Events'],
    desktop: ['Ticket', 'Transaction', 'Bagas'],
  },
  'account: menu open': { phone: ['Sign Out'], desktop: ['Profile', 'Log Out'] },
  'account: history strip failing': {
    both: ['Unable to load purchase history at this time.'],
  },
  'account: history strip and bubble': {
    both: [
      'History Purchases',
      'Transaction History',
      'Sesi Aktif',
      'Sisa waktu',
      'Lanjutkan',
      'Cancel/Exit Session',
      'Anda memiliki pembayaran yang sedang berlangsung',
    ],
  },
};
