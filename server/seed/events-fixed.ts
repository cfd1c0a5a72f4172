import { planEvent } from './event-plan.ts';
import { concertForms, holderForms, inactiveForms, participantForms } from './forms.ts';
import { fan, straight } from './layout.ts';
import type { SeedEvent } from './types.ts';

type Cell = { row: number; column: number };

const stadiumGrid = { gridRows: 10, gridColumns: 16 } as const;

/** Section cells of the stadium: ten by sixteen, three cut from each corner, six by eight left to the pitch: 100. */
function stadiumCells(): Record<'north' | 'south' | 'west' | 'vip' | 'east', Cell[]> {
  const cells = {
    north: [] as Cell[],
    south: [] as Cell[],
    west: [] as Cell[],
    vip: [] as Cell[],
    east: [] as Cell[],
  };
  for (let row = 0; row < stadiumGrid.gridRows; row++) {
    for (let column = 0; column < stadiumGrid.gridColumns; column++) {
      const fromTop = Math.min(row, stadiumGrid.gridRows - 1 - row);
      const fromSide = Math.min(column, stadiumGrid.gridColumns - 1 - column);
      if (fromTop + fromSide < 2 || (fromTop > 1 && fromSide > 3)) continue;
      if (row < 2) cells.north.push({ row, column });
      else if (row > 7) cells.south.push({ row, column });
      else if (column > 7) cells.east.push({ row, column });
      else if (fromSide > 1 && fromTop > 2) cells.vip.push({ row, column });
      else cells.west.push({ row, column });
    }
  }
  return cells;
}

const cells = stadiumCells();

/** The events other people's tests rely on. */
export const fixedEvents: readonly SeedEvent[] = [
  planEvent({
    slug: 'konser-senja-jakarta',
    name: 'Konser Senja Jakarta',
    organizer: 'suara-sore',
    eventType: 'Konser',
    topic: 'music',
    startsAt: { dayOffset: 24, time: '18:30' },
    venue: {
      name: 'Taman Pertunjukan Cakrawala',
      address: 'Jalan Cakrawala Raya No. 8, Menteng, Jakarta Pusat',
      mapQuery: 'Menteng, Jakarta Pusat',
    },
    province: 'JK',
    city: 'Jakarta Pusat',
    subdistrict: 'Menteng',
    about: [
      'Ada satu jam dalam sehari ketika Jakarta melambat. Klakson mereda, langit berubah jingga, dan orang-orang mulai pulang. Konser Senja Jakarta lahir untuk jam itu: satu panggung terbuka, dua ratus empat puluh kursi, dan musik yang dimulai tepat ketika matahari turun di balik gedung-gedung.',
      'Malam ini menghadirkan orkes gesek berisi delapan belas pemain, paduan suara warga, dan tiga penulis lagu muda yang membawakan karya baru tentang kota tempat mereka tumbuh. Setiap lagu diaransemen ulang khusus untuk ruang terbuka, dengan tata suara yang lembut sehingga obrolan daun dan angin tetap ikut terdengar.',
      'Pintu dibuka pukul 16.30. Datanglah lebih awal untuk duduk di rumput, mencicipi jajanan dari dapur-dapur rumahan di sekitar taman, dan menonton lokakarya membuat lentera kertas. Lentera hasil lokakarya akan dinyalakan bersama pada lagu penutup.',
      'Bila hujan turun, konser tetap berlangsung di bawah atap lengkung taman. Jas hujan disediakan tanpa biaya di pintu masuk, dan nomor kursi Anda tetap berlaku.',
    ],
    facilities: [
      'Musala dan ruang laktasi',
      'Jalur dan area kursi roda',
      'Titik isi ulang air minum',
      'Parkir sepeda berpenjaga',
      'Pos kesehatan',
      'Penitipan barang',
    ],
    ownTerms: [
      'Penonton kategori VIP mendapat tempat duduk empuk, minuman hangat, dan pintu masuk terpisah di sisi timur.',
      'Alas duduk boleh dibawa untuk menunggu di rumput, tetapi tidak dipakai di area kursi.',
    ],
    isFeatured: true,
    categories: [
      { name: 'VIP', color: '#d9480f', price: 750_000, rows: [12, 12, 12, 14] },
      { name: 'Reguler', color: '#1971c2', price: 450_000, rows: [14, 14, 16, 16, 16, 16] },
      { name: 'Festival', color: '#2b8a3e', price: 250_000, rows: [18, 18, 20, 20, 22] },
    ],
    layout: { kind: 'rows', stage: 'PANGGUNG', banks: 3 },
    forms: concertForms,
    minutes: 150,
    poster: { scene: 'sunset', palette: 'senja' },
  }),
  planEvent({
    slug: 'pesta-rakyat-bandung',
    name: 'Pesta Rakyat Bandung',
    organizer: 'guyub-raya',
    eventType: 'Festival',
    topic: 'festivals',
    startsAt: { dayOffset: 12, time: '10:00' },
    venue: {
      name: 'Lapangan Wiraloka',
      address: 'Jalan Wiraloka No. 21, Sumur Bandung, Kota Bandung',
      mapQuery: 'Sumur Bandung, Kota Bandung',
    },
    province: 'JB',
    city: 'Bandung',
    subdistrict: 'Sumur Bandung',
    about: [
      'Bandung turun ke lapangan. Selama sehari penuh, Pesta Rakyat mempertemukan tiga puluh dapur kampung, perajin angklung, pegiat kaulinan barudak, dan warga yang ingin makan enak tanpa terburu-buru.',
      'Di panggung bambu, kelompok angklung dari sebelas kelurahan bergantian membawakan lagu pilihan penonton. Di sisi barat ada arena egrang, gasing raksasa, dan balap karung untuk semua umur. Juru masak tamu membuka kelas singkat: cara meracik bumbu kacang yang tidak pecah santan dan rahasia cireng yang tetap renyah sampai sore.',
      'Tempat duduk di tribun sengaja kami batasi agar semua orang dapat melihat panggung dengan nyaman. Karena peminat selalu lebih banyak daripada kursi, pembelian dibuka melalui antrean yang adil: siapa datang lebih dulu, dilayani lebih dulu.',
    ],
    facilities: [
      'Meja makan bersama',
      'Area bermain anak',
      'Musala',
      'Tempat sampah terpilah',
      'Pos P3K',
    ],
    isFeatured: true,
    isPromo: true,
    room: { capacity: 2, paused: false },
    categories: [
      { name: 'Tribun Depan', color: '#c2255c', price: 85_000, rows: straight(16, 4) },
      { name: 'Tribun Belakang', color: '#e67700', price: 45_000, rows: straight(18, 5) },
    ],
    layout: { kind: 'rows', stage: 'PANGGUNG BAMBU', banks: 2 },
    forms: holderForms,
    minutes: 240,
    poster: { scene: 'bunting', palette: 'pasar' },
  }),
  planEvent({
    slug: 'stadion-nusantara',
    name: 'Malam Final Stadion Nusantara',
    organizer: 'laga-merdeka',
    eventType: 'Pertandingan',
    topic: 'sports',
    startsAt: { dayOffset: 45, time: '19:00' },
    venue: {
      name: 'Stadion Nusantara',
      address: 'Jalan Lingkar Olahraga No. 1, Pinang, Kota Tangerang',
      mapQuery: 'Pinang, Kota Tangerang',
    },
    province: 'BT',
    city: 'Tangerang',
    subdistrict: 'Pinang',
    about: [
      'Lima puluh ribu kursi, satu piala, dan sembilan puluh menit yang akan dibicarakan bertahun-tahun. Dua kesebelasan terbaik dari turnamen antarpulau bertemu di partai puncak setelah empat bulan bertanding di dua puluh kota.',
      'Sebelum sepak mula, lima ratus penari dari enam pulau membentangkan kain raksasa di lingkaran tengah. Paduan suara pelajar menyanyikan lagu kebangsaan, lalu lampu stadion dipadamkan selama satu menit untuk menyalakan lautan cahaya dari tribun.',
      'Stadion dibagi menjadi seratus seksi. Huruf di depan nomor kursi menunjukkan tribunnya: U untuk Utara, S untuk Selatan, B untuk Barat, T untuk Timur, dan V untuk VIP. Gerbang dibuka tiga jam sebelum pertandingan; pilihlah gerbang yang sesuai dengan seksi Anda agar tidak perlu berjalan memutar.',
      'Kereta tambahan dan bus pengumpan beroperasi sampai dua jam setelah peluit akhir. Mohon tidak membawa kendaraan pribadi bila memungkinkan.',
    ],
    facilities: [
      'Seratus gerbang seksi bernomor',
      'Bus pengumpan gratis',
      'Ruang tenang untuk keluarga',
      'Kursi roda dan pendamping',
      'Musala di setiap tribun',
      'Layar ulang dua sisi',
    ],
    ownTerms: [
      'Pendukung wajib menempati seksi sesuai tiket; pertukaran tribun tidak dilayani pada hari pertandingan.',
    ],
    isFeatured: true,
    categories: [
      { name: 'VIP', color: '#b8860b', price: 1_500_000, rows: [] },
      { name: 'Tribun Barat', color: '#c92a2a', price: 400_000, rows: [] },
      { name: 'Tribun Timur', color: '#1864ab', price: 300_000, rows: [] },
      { name: 'Tribun Utara', color: '#2b8a3e', price: 125_000, rows: [] },
      { name: 'Tribun Selatan', color: '#862e9c', price: 125_000, rows: [] },
    ],
    layout: {
      kind: 'stadium',
      stage: 'LAPANGAN',
      sectionRows: 20,
      sectionColumns: 25,
      ...stadiumGrid,
      stands: [
        { category: 'VIP', prefix: 'V', cells: cells.vip, firstRowAtBottom: false },
        { category: 'Tribun Barat', prefix: 'B', cells: cells.west, firstRowAtBottom: false },
        { category: 'Tribun Timur', prefix: 'T', cells: cells.east, firstRowAtBottom: false },
        { category: 'Tribun Utara', prefix: 'U', cells: cells.north, firstRowAtBottom: true },
        { category: 'Tribun Selatan', prefix: 'S', cells: cells.south, firstRowAtBottom: false },
      ],
    },
    forms: holderForms,
    minutes: 150,
    poster: { scene: 'stadium', palette: 'rumput' },
  }),
  planEvent({
    slug: 'seminar-gratis-yogya',
    name: 'Seminar Gratis Yogya: Karya Tangan di Zaman Layar',
    organizer: 'ruang-tumbuh',
    eventType: 'Seminar',
    topic: 'seminar',
    startsAt: { dayOffset: 9, time: '09:00' },
    venue: {
      name: 'Balai Widya Kencana',
      address: 'Jalan Widya Kencana No. 5, Depok, Sleman',
      mapQuery: 'Depok, Sleman, Yogyakarta',
    },
    province: 'YO',
    city: 'Sleman',
    subdistrict: 'Depok',
    about: [
      'Bagaimana perajin perak, pembatik, dan pembuat wayang bertahan ketika pembeli mereka pindah ke layar? Seminar sehari ini mempertemukan perajin, peneliti, dan pembuat perangkat lunak untuk menjawabnya bersama, tanpa biaya dan terbuka untuk umum.',
      'Sesi pagi membahas cara memotret dan menceritakan karya dengan jujur. Sesi siang membedah hitungan harga: berapa upah yang layak untuk empat puluh jam membatik. Sesi sore berupa klinik satu meja, tempat peserta membawa karyanya dan mendapat masukan langsung.',
      'Makan siang disediakan. Cukup pilih kursi, dan e-ticket langsung terbit.',
    ],
    facilities: [
      'Makan siang',
      'Sertifikat digital',
      'Wi-Fi',
      'Juru bahasa isyarat',
      'Ruang laktasi',
    ],
    isFeatured: true,
    categories: [{ name: 'Peserta', color: '#1864ab', price: 0, rows: straight(16, 10) }],
    layout: { kind: 'rows', stage: 'MIMBAR', banks: 2 },
    forms: [],
    minutes: 180,
    poster: { scene: 'typo', palette: 'nila' },
  }),
  planEvent({
    slug: 'teater-tanpa-form-solo',
    name: 'Teater Tanpa Form: Juru Kunci',
    organizer: 'sanggar-lakon',
    eventType: 'Teater',
    topic: 'entertainment',
    startsAt: { dayOffset: 31, time: '19:30' },
    venue: {
      name: 'Gedung Kesenian Mangkubumen',
      address: 'Jalan Mangkubumen No. 40, Banjarsari, Surakarta',
      mapQuery: 'Banjarsari, Surakarta',
    },
    province: 'JT',
    city: 'Surakarta',
    subdistrict: 'Banjarsari',
    about: [
      'Seorang juru kunci menjaga gerbang yang tidak pernah dibuka. Setiap malam orang datang membawa alasan: ada yang mencari ayahnya, ada yang ingin pulang, ada pula yang hanya ingin tahu. Malam ini kuncinya hilang.',
      'Teater Tanpa Form adalah cara kerja, bukan nama kelompok: para pemain menyusun ulang adegan setiap malam, sehingga tidak ada dua pertunjukan yang sama. Gamelan dimainkan langsung di bawah panggung, dan penonton di tiga baris depan boleh dipanggil untuk memegang properti.',
      'Lakon berdurasi seratus sepuluh menit dengan satu jeda. Bahasa Indonesia dan Jawa, dengan teks terjemahan di sisi panggung.',
    ],
    facilities: ['Teks terjemahan', 'Kafe serambi', 'Akses kursi roda', 'Penitipan helm dan tas'],
    isPromo: true,
    categories: [
      { name: 'Balkon Raja', color: '#a61e4d', price: 275_000, rows: fan(12, 14, 3) },
      { name: 'Lantai Utama', color: '#5f3dc4', price: 150_000, rows: fan(14, 20, 7) },
    ],
    layout: { kind: 'runway', stage: 'PANGGUNG', depth: 3 },
    forms: inactiveForms,
    minutes: 110,
    poster: { scene: 'curtain', palette: 'beludru' },
  }),
  planEvent({
    slug: 'payment-queue-seats-fest',
    name: 'Payment Queue Seats Fest',
    organizer: 'pelita-kota',
    eventType: 'Festival',
    topic: 'festivals',
    startsAt: { dayOffset: 17, time: '13:00' },
    venue: {
      name: 'Gudang Dermaga Tujuh',
      address: 'Jalan Dermaga Lama No. 7, Batu Ampar, Batam',
      mapQuery: 'Batu Ampar, Batam',
    },
    province: 'KR',
    city: 'Batam',
    subdistrict: 'Batu Ampar',
    about: [
      'Sebuah festival tentang hal-hal yang biasanya kita tunggu sampai selesai: membayar, mengantre, dan mencari kursi. Di tangan dua belas seniman komik, perancang permainan, dan pelawak, ketiganya menjadi alasan untuk tertawa.',
      'Ada labirin antrean yang berubah bentuk setiap lima menit, kasir yang hanya menerima pantun, dan lomba menebak nomor kursi dari suara langkah. Malamnya, gudang tua di tepi dermaga menjadi panggung komedi dengan layar komik yang digambar langsung.',
      'Seluruh kegiatan ramah anak sampai pukul enam petang. Setelah itu panggung komedi untuk penonton berusia tujuh belas tahun ke atas.',
    ],
    facilities: [
      'Labirin antrean',
      'Pasar komik',
      'Area makan tepi laut',
      'Bus dari pelabuhan',
      'Musala',
    ],
    categories: [
      { name: 'Baris Bayar', color: '#e8590c', price: 120_000, rows: straight(14, 4) },
      { name: 'Baris Antre', color: '#0b7285', price: 80_000, rows: straight(18, 5) },
      { name: 'Baris Duduk', color: '#5c940d', price: 50_000, rows: straight(22, 3) },
    ],
    layout: { kind: 'rows', stage: 'PANGGUNG KOMIK', banks: 3 },
    forms: participantForms,
    minutes: 180,
    poster: { scene: 'comic', palette: 'letup' },
  }),
];
