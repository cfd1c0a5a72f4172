interface SeedVoucher {
  code: string;
  type: 'percent' | 'fixed';
  /** Percent if the type is percent, else whole rupiah. */
  value: number;
  description: string;
  /** Uses in all; null means no limit. */
  maxUses: number | null;
  /** Its last moment in Western Indonesia Time, as in an event folder; null means no end. */
  expires: string | null;
}

/** Vouchers that are valid for every seeded event. */
export const vouchers: readonly SeedVoucher[] = [
  {
    code: 'HEMAT10',
    type: 'percent',
    value: 10,
    description: 'Hemat 10% untuk semua kategori tiket',
    maxUses: null,
    expires: null,
  },
  {
    code: 'POTONG50',
    type: 'fixed',
    value: 50_000,
    description: 'Potongan langsung Rp50.000',
    maxUses: null,
    expires: null,
  },
  {
    code: 'SEKALI',
    type: 'fixed',
    value: 25_000,
    description: 'Potongan Rp25.000 untuk satu pemesan tercepat',
    maxUses: 1,
    expires: null,
  },
  {
    code: 'KADALUARSA',
    type: 'percent',
    value: 20,
    description: 'Promo pembukaan 20%, sudah berakhir',
    maxUses: null,
    expires: '-30d 23:59',
  },
];
