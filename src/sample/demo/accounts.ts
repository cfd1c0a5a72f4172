/** Invented virtual-account numbers, for payments without a number (§9.62). No bank issues 0000. */
const fallbackAccounts: Readonly<Record<string, string>> = {
  bca: '0000014900000001',
  bni: '0000009900000002',
  bri: '0000002900000003',
  mandiri: '0000008900000004',
  cimb: '0000022900000005',
  permata: '0000013900000006',
  bjb: '0000110900000007',
  bsi: '0000451900000008',
};

/** The demo's account numbers by bank code. */
export const demoBanks = Object.keys(fallbackAccounts);

/** The invented number of a bank; null for a bank without one. */
export function fallbackAccount(bank: string): string | null {
  return Object.hasOwn(fallbackAccounts, bank) ? (fallbackAccounts[bank] ?? null) : null;
}

/** The hard-coded invoice of the mock payment screen (§2.315). */
export const mockInvoice = {
  number: 'INV-CONTOH-2026-000123',
  bank: 'bca',
  total: 385_000,
} as const;
