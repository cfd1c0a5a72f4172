import type { SeedField, SeedForm } from './types.ts';

type FieldDraft = Pick<SeedField, 'fieldKey' | 'fieldType' | 'label'> &
  Partial<Omit<SeedField, 'options'>> & { options?: readonly string[] };

/** Lower-case words joined by underscores, as values and keys are stored. */
function optionValue(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

function field(draft: FieldDraft): SeedField {
  return {
    placeholder: '',
    helpText: '',
    isRequired: true,
    ...draft,
    options: (draft.options ?? []).map((label) => ({ label, value: optionValue(label) })),
  };
}

const holderName = field({
  fieldKey: 'nama_lengkap',
  fieldType: 'text',
  label: 'Nama Lengkap',
  placeholder: 'Sesuai kartu identitas',
  helpText: 'Nama ini dicetak di e-ticket.',
});
const holderEmail = field({
  fieldKey: 'email',
  fieldType: 'email',
  label: 'Email',
  placeholder: 'nama@contoh.id',
});
const holderPhone = field({
  fieldKey: 'nomor_telepon',
  fieldType: 'phone',
  label: 'Nomor Telepon',
  placeholder: '81234567890',
  helpText: 'Kami hanya menghubungi bila ada perubahan jadwal.',
});
const holderGender = field({
  fieldKey: 'jenis_kelamin',
  fieldType: 'radio',
  label: 'Jenis Kelamin',
  options: ['Perempuan', 'Laki-laki', 'Tidak ingin menyebutkan'],
  isRequired: false,
});

/** Per ticket and for the order; together they use every field type. */
export const concertForms: readonly SeedForm[] = [
  {
    name: 'Data Pemegang Tiket',
    description: 'Isi satu kali untuk setiap tiket. Pemegang tiket menunjukkan identitas di pintu.',
    askAll: true,
    isActive: true,
    fields: [
      holderName,
      holderEmail,
      holderPhone,
      field({
        fieldKey: 'tanggal_lahir',
        fieldType: 'date',
        label: 'Tanggal Lahir',
        helpText: 'Penonton di bawah 12 tahun didampingi orang dewasa.',
      }),
      holderGender,
    ],
  },
  {
    name: 'Informasi Pesanan',
    description: 'Berlaku untuk semua tiket dalam pesanan ini.',
    askAll: false,
    isActive: true,
    fields: [
      field({
        fieldKey: 'asal_kota',
        fieldType: 'select',
        label: 'Asal Kota',
        placeholder: 'Pilih kota',
        options: ['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi', 'Kota lain'],
      }),
      field({
        fieldKey: 'kebutuhan_khusus',
        fieldType: 'textarea',
        label: 'Kebutuhan Khusus',
        placeholder: 'Misalnya akses kursi roda atau juru bahasa isyarat',
        helpText: 'Boleh dikosongkan.',
        isRequired: false,
      }),
      field({
        fieldKey: 'persetujuan',
        fieldType: 'checkbox',
        label: 'Persetujuan',
        options: ['Saya menyetujui syarat dan ketentuan penyelenggara'],
      }),
    ],
  },
];

/** The short form most events use: one holder per ticket. */
export const holderForms: readonly SeedForm[] = [
  {
    name: 'Data Pemegang Tiket',
    description: 'Isi satu kali untuk setiap tiket.',
    askAll: true,
    isActive: true,
    fields: [holderName, holderEmail],
  },
];

/** Forms that exist but were all switched off by the organiser. */
export const inactiveForms: readonly SeedForm[] = [
  {
    name: 'Data Penonton',
    description: 'Sudah ditutup oleh penyelenggara.',
    askAll: true,
    isActive: false,
    fields: [holderName, holderPhone],
  },
  {
    name: 'Catatan untuk Panitia',
    description: 'Sudah ditutup oleh penyelenggara.',
    askAll: false,
    isActive: false,
    fields: [
      field({
        fieldKey: 'catatan',
        fieldType: 'textarea',
        label: 'Catatan',
        placeholder: 'Tulis catatan Anda',
        isRequired: false,
      }),
    ],
  },
];

/** Entrants of a race: the organiser needs a size and somebody to call. */
export const runnerForms: readonly SeedForm[] = [
  {
    name: 'Data Peserta',
    description: 'Isi satu kali untuk setiap nomor peserta.',
    askAll: true,
    isActive: true,
    fields: [
      holderName,
      holderPhone,
      field({ fieldKey: 'tanggal_lahir', fieldType: 'date', label: 'Tanggal Lahir' }),
      field({
        fieldKey: 'ukuran_kaus',
        fieldType: 'select',
        label: 'Ukuran Kaus',
        placeholder: 'Pilih ukuran',
        options: ['S', 'M', 'L', 'XL', 'XXL'],
      }),
      field({
        fieldKey: 'golongan_darah',
        fieldType: 'radio',
        label: 'Golongan Darah',
        options: ['A', 'B', 'AB', 'O', 'Tidak tahu'],
        isRequired: false,
      }),
    ],
  },
  {
    name: 'Kontak Darurat',
    description: 'Satu orang yang dapat kami hubungi pada hari lomba.',
    askAll: false,
    isActive: true,
    fields: [
      field({
        fieldKey: 'nama_kontak',
        fieldType: 'text',
        label: 'Nama Kontak Darurat',
        placeholder: 'Nama lengkap',
      }),
      field({
        fieldKey: 'telepon_kontak',
        fieldType: 'phone',
        label: 'Telepon Kontak Darurat',
        placeholder: '81234567890',
      }),
    ],
  },
];

/** Participants of a seminar or a class. */
export const participantForms: readonly SeedForm[] = [
  {
    name: 'Data Peserta',
    description: 'Nama dipakai untuk sertifikat keikutsertaan.',
    askAll: true,
    isActive: true,
    fields: [
      holderName,
      holderEmail,
      field({
        fieldKey: 'pekerjaan',
        fieldType: 'select',
        label: 'Pekerjaan',
        placeholder: 'Pilih pekerjaan',
        options: ['Pelajar', 'Mahasiswa', 'Karyawan', 'Wirausaha', 'Lainnya'],
        isRequired: false,
      }),
    ],
  },
];
