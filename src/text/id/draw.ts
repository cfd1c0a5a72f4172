/** Indonesian texts of the page that proves a draw. */
export const words = {
  'title.draw': 'Periksa undian',

  'undian.title': 'Periksa hasil undian',
  'undian.intro':
    'Urutan antrean acara ini diundi dari semua orang yang ada di ruang tunggu saat penjualan dimulai. Di halaman ini siapa pun dapat memeriksa bahwa tidak ada yang mengubahnya.',
  'undian.presale': 'Undian prapenjualan',
  'undian.sale': 'Undian penjualan',
  'undian.none': 'Acara ini tidak mengadakan undian',
  'undian.noneText': 'Nomor antrean acara ini diberikan menurut urutan kedatangan.',
  'undian.back': 'Kembali ke acara',
  'undian.failed': 'Data undian tidak dapat dibaca.',
  'undian.loading': 'Memuat data undian',
  'undian.empty':
    'Tidak seorang pun ada di ruang tunggu saat penjualan dimulai, jadi tidak ada undian.',

  'undian.opened': 'Ruang tunggu dibuka {when}',
  'undian.openedText':
    'Server memilih sebuah rahasia dan menerbitkan sidik jarinya sebelum orang pertama masuk. Sejak itu rahasianya tidak dapat diganti.',
  'undian.commitment': 'Sidik jari rahasia',
  'undian.beacon': 'Putaran suar publik drand',
  'undian.beaconText':
    'Nilai putaran ini terbit {when}, setelah daftar ditutup, dan tidak diketahui siapa pun sebelumnya. Nilai itu ikut menentukan urutan.',
  'undian.signature': 'Nilai suar publik',
  'undian.closed': 'Daftar ditutup {when}',
  'undian.closing': 'Daftar ditutup saat penjualan dimulai, {when}',
  'undian.closedText':
    '{n} nama acak ada di daftar. Sidik jari daftar diterbitkan sebelum urutannya diketahui.',
  'undian.root': 'Sidik jari daftar',
  'undian.drawn': 'Urutan diterbitkan {when}',
  'undian.drawing': 'Urutan sedang diundi',
  'undian.drawnText':
    'Rahasia dibuka. Dari rahasia, daftar, dan suar publik setiap orang dapat menghitung urutan yang sama.',
  'undian.secret': 'Rahasia',

  'undian.prove': 'Periksa satu nomor',
  'undian.proveText':
    'Ponsel Anda menghitung sendiri nomor dari nama undian; server hanya mengirim letak nama itu di daftar.',
  'undian.name': 'Nama undian',
  'undian.nameHelp': '16 huruf dan angka dari halaman antrean',
  'undian.nameWrong': 'Nama undian terdiri atas 4 sampai 32 huruf kecil dan angka.',
  'undian.check': 'Periksa',
  'undian.notListed': 'Nama ini tidak ada di daftar yang ditutup.',
  'undian.proofFailed': 'Pemeriksaan tidak dapat dijalankan. Coba lagi.',
  'undian.proved': 'Nomor {number} benar.',
  'undian.provedSecret': 'Rahasia cocok dengan sidik jari yang diterbitkan sebelumnya.',
  'undian.provedBeacon': 'Nilai suar publik asli dan terbit sesudah daftar ditutup.',
  'undian.provedList': 'Nama ada di daftar yang ditutup, di tempat {place} dari {n}.',
  'undian.provedNumber': 'Rahasia dan daftar memberi nama ini nomor {number}.',
  'undian.wrong.secret': 'Rahasia tidak cocok dengan sidik jarinya. Undian ini tidak sah.',
  'undian.wrong.beacon': 'Nilai suar publik tidak asli. Undian ini tidak sah.',
  'undian.wrong.list': 'Bukti tidak mengarah ke daftar yang ditutup. Undian ini tidak sah.',

  'undian.whole': 'Periksa seluruh undian',
  'undian.wholeText':
    'Berkas undian memuat semua nama dan nomor, tanpa data pribadi. Program Roetix memeriksa semuanya dengan perintah ini:',
  'undian.download': 'Unduh berkas undian',
  'undian.copy': 'Salin perintah',
} as const;
