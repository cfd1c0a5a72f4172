import { planEvent } from './event-plan.ts';
import { holderForms } from './forms.ts';
import { straight } from './layout.ts';
import type { SeedEvent } from './types.ts';

/** Events that cannot be bought: one not yet on sale, one that is over, one cancelled (ruling R12). */
export const offSaleEvents: readonly SeedEvent[] = [
  planEvent({
    slug: 'konser-tutup-tahun-semarang',
    name: 'Konser Tutup Tahun Semarang',
    organizer: 'suara-sore',
    eventType: 'Konser',
    topic: 'music',
    startsAt: { dayOffset: 70, time: '19:00' },
    saleStartsAt: { dayOffset: 3, time: '10:00' },
    venue: {
      name: 'Balai Lonceng Kota',
      address: 'Jalan Lonceng Raya No. 12, Semarang Tengah, Semarang',
      mapQuery: 'Semarang Tengah, Semarang',
    },
    province: 'JT',
    city: 'Semarang',
    subdistrict: 'Semarang Tengah',
    about: [
      'Satu malam sebelum kalender habis, dua orkes dan satu paduan suara menutup tahun di bawah lonceng tua Semarang. Lagu pembukanya ditulis khusus untuk malam ini.',
      'Penjualan tiket dibuka beberapa hari lagi. Semua orang memulai antrean pada saat yang sama, jadi tidak perlu memuat ulang halaman sejak pagi.',
    ],
    facilities: ['Musala', 'Area kursi roda', 'Parkir sepeda', 'Isi ulang air minum'],
    categories: [
      { name: 'Utama', color: '#c2255c', price: 450_000, rows: straight(14, 4) },
      { name: 'Balkon', color: '#1971c2', price: 225_000, rows: straight(16, 5) },
    ],
    layout: { kind: 'rows', stage: 'PANGGUNG', banks: 2 },
    forms: holderForms,
    minutes: 180,
    poster: { scene: 'stage', palette: 'lonceng' },
  }),
  planEvent({
    slug: 'pentas-topeng-cirebon',
    name: 'Pentas Topeng Cirebon',
    organizer: 'pelita-kota',
    eventType: 'Pertunjukan',
    topic: 'entertainment',
    startsAt: { dayOffset: -3, time: '19:30' },
    venue: {
      name: 'Pendapa Muara Jati',
      address: 'Jalan Muara Jati No. 4, Lemahwungkuk, Cirebon',
      mapQuery: 'Lemahwungkuk, Cirebon',
    },
    province: 'JB',
    city: 'Cirebon',
    subdistrict: 'Lemahwungkuk',
    about: [
      'Lima topeng, lima watak, satu penari. Pentas Topeng Cirebon menceritakan perjalanan manusia dari Panji yang halus sampai Kelana yang murka, diiringi gamelan yang dimainkan duduk melingkar.',
      'Terima kasih kepada semua yang datang. Rekaman suara pentas dibagikan kepada pemegang tiket.',
    ],
    facilities: ['Musala', 'Area kursi roda', 'Teks bahasa Indonesia'],
    categories: [
      { name: 'Lesehan', color: '#e8590c', price: 90_000, rows: straight(12, 3) },
      { name: 'Kursi', color: '#5f3dc4', price: 60_000, rows: straight(14, 4) },
    ],
    layout: { kind: 'rows', stage: 'PENDAPA', banks: 2 },
    forms: [],
    minutes: 120,
    poster: { scene: 'wayang', palette: 'topeng' },
  }),
  planEvent({
    slug: 'festival-kopi-bogor',
    name: 'Festival Kopi Bogor',
    organizer: 'pelita-kota',
    eventType: 'Festival Kuliner',
    topic: 'festivals',
    startsAt: { dayOffset: 33, time: '09:00' },
    status: 'cancelled',
    venue: {
      name: 'Taman Cangkir Hujan',
      address: 'Jalan Cangkir Hujan No. 2, Bogor Tengah, Bogor',
      mapQuery: 'Bogor Tengah, Bogor',
    },
    province: 'JB',
    city: 'Bogor',
    subdistrict: 'Bogor Tengah',
    about: [
      'Tiga puluh penyangrai dari Gayo sampai Kintamani seharusnya bertemu di Taman Cangkir Hujan. Festival ini dibatalkan oleh penyelenggara karena lokasi ditutup untuk perbaikan.',
      'Penyelenggara sedang mencari tempat lain untuk tahun depan.',
    ],
    facilities: ['Isi ulang air minum', 'Area anak', 'Musala'],
    categories: [{ name: 'Peserta', color: '#2b8a3e', price: 50_000, rows: straight(12, 5) }],
    layout: { kind: 'rows', stage: 'PANGGUNG', banks: 2 },
    forms: [],
    minutes: 480,
    poster: { scene: 'feast', palette: 'kopi' },
  }),
];
