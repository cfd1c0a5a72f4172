import type { EventTopic } from '../../../../contract/catalogue.ts';
import type { RefundPolicy } from '../../../../contract/refund/refund-policy.ts';
import { escapeHtml } from '../../../../contract/texts/html.ts';

/** Paragraphs of HTML. */
export function paragraphs(...texts: string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('');
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

const conduct: Record<EventTopic, readonly string[]> = {
  music: [
    'Kamera dengan lensa lepas, tongsis, dan drone tidak diperkenankan tanpa izin tertulis.',
    'Volume suara di dekat panggung cukup tinggi; bawalah penutup telinga untuk anak-anak.',
    'Penonton kategori berdiri wajib mengikuti arahan petugas demi keselamatan bersama.',
  ],
  sports: [
    'Kembang api, suar, dan spanduk bernada menghina dilarang dibawa ke dalam arena.',
    'Peserta dan penonton wajib menghormati keputusan wasit dan panitia pertandingan.',
    'Peserta menyatakan dirinya sehat dan mengikuti kegiatan atas tanggung jawab sendiri.',
  ],
  entertainment: [
    'Pintu ruang pertunjukan ditutup saat lampu padam; penonton yang terlambat menunggu jeda adegan.',
    'Gawai wajib dalam mode senyap. Merekam gambar dan suara selama pertunjukan tidak diperkenankan.',
    'Pertunjukan disarankan untuk penonton berusia 13 tahun ke atas.',
  ],
  festivals: [
    'Bawalah botol minum isi ulang; tersedia titik pengisian air di beberapa lokasi.',
    'Pilah sampah sesuai warna tempatnya. Panitia berhak menegur pengunjung yang membuang sembarangan.',
    'Anak di bawah 12 tahun wajib didampingi orang tua atau wali selama berada di lokasi.',
  ],
  seminar: [
    'Peserta diharapkan hadir 30 menit sebelum sesi pertama untuk pencatatan kehadiran.',
    'Materi paparan dibagikan setelah acara dan hanya untuk dipakai sendiri.',
    'Sertifikat dikirim melalui email paling lambat tujuh hari setelah acara.',
  ],
};

const onSite: readonly string[] = [
  'Senjata tajam, minuman keras, obat terlarang, dan bahan mudah terbakar dilarang dibawa.',
  'Barang bawaan akan diperiksa di pintu masuk. Titipkan tas besar di konter penitipan.',
];
const inTheCall: readonly string[] = [
  'Tautan hanya berlaku untuk pemegang tiket dan tidak boleh dibagikan.',
  'Peserta menyalakan kamera saat sesi kelompok dan mematikan mikrofon saat tidak berbicara.',
  'Pemandu berhak mengeluarkan peserta yang mengganggu jalannya kelas.',
];

/** What becomes of paid tickets that a buyer gives back, as the refund policy has it. */
function refundTerm(policy: RefundPolicy | null): string {
  const news = 'acara dibatalkan, ditunda, atau dipindahkan oleh penyelenggara';
  if (policy === null) {
    return `Tiket yang sudah dibayar tidak dapat ditukar atau diuangkan, kecuali ${news}.`;
  }
  const steps = [...policy.steps]
    .sort((one, other) => other.daysBefore - one.daysBefore)
    .map(({ daysBefore, percent }) => {
      const until = daysBefore === 0 ? 'acara dimulai' : `${daysBefore} hari sebelum acara`;
      return `sampai ${until} sebesar ${percent}% dari harga tiket dan pajaknya`;
    });
  const fee =
    policy.fee === 0 ? '' : `, dipotong Rp${policy.fee.toLocaleString('id-ID')} per tiket`;
  return `Tiket yang sudah dibayar dapat dikembalikan: ${steps.join('; ')}${fee}. Selain itu hanya bila ${news}.`;
}

/** Terms of an event as organiser HTML: the common points, those of the topic, then the event's own. */
export function termsHtml(event: {
  readonly topic: EventTopic;
  readonly isOnline: boolean;
  readonly ownTerms: readonly string[];
  readonly categories: readonly { readonly price: number }[];
  readonly refundPolicy: RefundPolicy | null;
}): string {
  const own = event.ownTerms.map(escapeHtml);
  const isFree = ({ price }: { readonly price: number }) => price === 0;
  return [
    '<h3>Tiket</h3>',
    list([
      'Satu e-ticket berlaku untuk satu orang dan satu nomor kursi, dan hanya dapat dipindai satu kali.',
      'Tunjukkan kode QR pada layar ponsel atau hasil cetak bersama kartu identitas yang masih berlaku.',
      ...(event.categories.some(isFree)
        ? [
            'Tiket gratis dapat dilepas kapan saja; mohon lepas tiket yang tidak dipakai agar orang lain mendapat tempat.',
          ]
        : []),
      ...(event.categories.every(isFree) ? [] : [refundTerm(event.refundPolicy)]),
      'Penyelenggara tidak bertanggung jawab atas tiket yang dibeli di luar saluran resmi.',
    ]),
    event.isOnline ? '<h3>Selama acara daring</h3>' : '<h3>Di lokasi acara</h3>',
    list([...conduct[event.topic], ...(event.isOnline ? inTheCall : onSite), ...own]),
    '<h3>Perubahan dan pembatalan</h3>',
    paragraphs(
      'Susunan acara dapat berubah karena cuaca, kesehatan pengisi acara, atau arahan pihak berwenang. Perubahan jadwal diumumkan melalui email dan halaman acara ini paling lambat 24 jam sebelumnya bila keadaan memungkinkan.',
      'Jika acara dibatalkan sepenuhnya, semua yang dibayar untuk tiket dikembalikan dalam 14 hari kerja. Biaya perjalanan dan penginapan tidak termasuk.',
    ),
  ].join('');
}

/** Privacy policy of an organiser as HTML. */
export function privacyHtml(organizer: string): string {
  return [
    paragraphs(
      `${organizer} mengumpulkan data seperlunya: nama, alamat email, nomor telepon, dan jawaban pada formulir peserta. Data itu kami pakai untuk menerbitkan tiket, memeriksa pemegang tiket di pintu masuk, dan menyampaikan perubahan penting tentang acara.`,
    ),
    '<h3>Penyimpanan</h3>',
    paragraphs(
      'Data disimpan pada peladen dengan akses terbatas dan dihapus paling lambat 12 bulan setelah acara selesai, kecuali catatan transaksi yang wajib disimpan menurut peraturan perpajakan.',
    ),
    '<h3>Berbagi data</h3>',
    list([
      'Kami tidak menjual data peserta kepada siapa pun.',
      'Mitra pembayaran hanya menerima data yang diperlukan untuk memproses transaksi.',
      'Petugas di lokasi hanya melihat nama, nomor kursi, dan keabsahan tiket.',
    ]),
    '<h3>Hak Anda</h3>',
    paragraphs(
      'Anda dapat meminta salinan, perbaikan, atau penghapusan data melalui halaman kontak. Permintaan dijawab paling lambat tiga hari kerja.',
    ),
  ].join('');
}
