/** Texts of the demo in Indonesian; outside the catalogue, because no other build contains them. */
const id = {
  banner: 'Demo: data contoh, tidak ada pembayaran sungguhan',
  about: 'Tentang demo ini',
  aboutData:
    'Semua acara, penyelenggara, dan harga di sini rekaan. Tidak ada server: semuanya berjalan di dalam tab ini.',
  aboutAccount:
    'Masuk dengan {email}, password {password}, atau buat akun baru. Password tidak disimpan.',
  aboutQueue: 'Antrean selalu tiga detik, lalu Anda punya 15 menit.',
  aboutPayment:
    'Pembayaran lunas sendiri setelah 8 detik. Tidak ada uang yang berpindah, dan tiketnya bertanda CONTOH.',
  aboutKept: 'Isi demo bertahan saat halaman dimuat ulang, dan hilang bersama tab ini.',
  mockScreen: 'Lihat layar pembayaran tiruan',
  login: 'Demo: masuk dengan {email}, password {password}.',
  code: 'Demo ini tidak mengirim email. Kode Anda {code}.',
  payment: 'Demo: pesanan ini lunas sendiri dalam beberapa detik. Jangan membayar apa pun.',
  account: 'Nomor DEMO rekaan. Jangan mentransfer uang ke nomor ini.',
  mark: 'CONTOH',
  ticket: 'Tiket contoh dari demo, tidak berlaku untuk masuk ke acara apa pun.',
  mockTitle: 'Layar pembayaran tiruan',
  invoice: 'Nomor tagihan',
  bank: 'Bank',
  number: 'Nomor virtual account',
  total: 'Total',
  back: 'Kembali',
} as const;

const en: Readonly<Record<keyof typeof id, string>> = {
  banner: 'Demo: sample data, no real payments',
  about: 'About this demo',
  aboutData:
    'All events, organisers and prices here are made up. There is no server: everything runs inside this tab.',
  aboutAccount:
    'Sign in with {email}, password {password}, or create an account. No password is kept.',
  aboutQueue: 'The queue always takes three seconds, then you have 15 minutes.',
  aboutPayment:
    'A payment settles by itself after 8 seconds. No money moves, and the ticket is marked CONTOH (sample).',
  aboutKept: 'The demo survives a reload of the page, and is gone with this tab.',
  mockScreen: 'See the mock payment screen',
  login: 'Demo: sign in with {email}, password {password}.',
  code: 'This demo sends no mail. Your code is {code}.',
  payment: 'Demo: this order settles by itself in a few seconds. Do not pay anything.',
  account: 'A made-up DEMO number. Do not transfer money to it.',
  mark: 'CONTOH',
  ticket: 'A sample ticket of the demo, not valid for any event.',
  mockTitle: 'Mock payment screen',
  invoice: 'Invoice number',
  bank: 'Bank',
  number: 'Virtual account number',
  total: 'Total',
  back: 'Back',
};

/** Texts of the demo in both languages. */
export const demoWords = { id, en } as const;
/** A text of the demo. */
export type DemoKey = keyof typeof id;
