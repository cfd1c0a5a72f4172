/** An account to sign in with. */
export interface SeedAccount {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** With +62. */
  phoneNumber: string;
  isVerified: boolean;
}

const password = 'tiket1234';

/** Buyers for signing in; the third has yet to enter a code. */
export const accounts: readonly SeedAccount[] = [
  {
    email: 'pembeli@contoh.id',
    password,
    firstName: 'Ratna',
    lastName: 'Wijayanti',
    phoneNumber: '+6281210000001',
    isVerified: true,
  },
  {
    email: 'pembeli2@contoh.id',
    password,
    firstName: 'Bagas',
    lastName: 'Pratama',
    phoneNumber: '+6281210000002',
    isVerified: true,
  },
  {
    email: 'baru@contoh.id',
    password,
    firstName: 'Melati',
    lastName: 'Kusuma',
    phoneNumber: '+6281210000003',
    isVerified: false,
  },
];
