interface SeedVoucher {
  code: string;
  type: 'percent' | 'fixed';
  /** Percent if the type is percent, else whole rupiah. */
  value: number;
  description: string;
  /** Uses in all; null means no limit. */
  maxUses: number | null;
  /** Last day of the voucher, counted from the base day, until 23:59 WIB; null means no end. */
  expiresDayOffset: number | null;
}

/** Vouchers that are valid for every seeded event. */
export const vouchers: readonly SeedVoucher[] = [
  {
    code: 'HEMAT10',
    type: 'percent',
    value: 10,
    description: 'Hemat 10% untuk semua kategori tiket',
    maxUses: null,
    expiresDayOffset: null,
  },
  {
    code: 'POTONG50',
    type: 'fixed',
    value: 50_000,
    description: 'Potongan langsung Rp50.000',
    maxUses: null,
    expiresDayOffset: null,
  },
  {
    code: 'SEKALI',
    type: 'fixed',
    value: 25_000,
    description: 'Potongan Rp25.000 untuk satu pemesan tercepat',
    maxUses: 1,
    expiresDayOffset: null,
  },
  {
    code: 'KADALUARSA',
    type: 'percent',
    value: 20,
    description: 'Promo pembukaan 20%, sudah berakhir',
    maxUses: null,
    expiresDayOffset: -30,
  },
];
