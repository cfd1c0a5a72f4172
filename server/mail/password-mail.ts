import { otpLifeMinutes } from '../../contract/limits.ts';
import { letter } from './letter.ts';
import type { Mail } from './mailer.ts';

/** The letter with the code that lets a new password be chosen. */
export function resetMail(
  productName: string,
  given: { readonly email: string; readonly firstName: string; readonly code: string },
): Mail {
  const { code, email, firstName } = given;
  return letter({
    to: email,
    subject: `${code} adalah kode untuk membuat kata sandi baru ${productName}`,
    productName,
    code,
    indonesian: {
      greeting: `Halo ${firstName}, ini kode untuk membuat kata sandi baru:`,
      lines: [
        `Masukkan kode ini di halaman Lupa Kata Sandi ${productName}. Kode berlaku ${otpLifeMinutes} menit dan hanya untuk satu kali pakai.`,
        `Jangan berikan kode ini kepada siapa pun, termasuk yang mengaku dari ${productName}.`,
        'Jika Anda tidak memintanya, abaikan saja email ini: kata sandi Anda tidak berubah.',
      ],
    },
    english: {
      greeting: 'Your code for a new password:',
      lines: [
        `Enter it on the ${productName} page for a forgotten password. It works once, for ${otpLifeMinutes} minutes. Never share it with anybody.`,
        'If you did not ask for it, ignore this e-mail: your password has not changed.',
      ],
    },
  });
}

/** Tells the owner of an account that its password was changed, so that a theft does not stay unseen. */
export function passwordChangedMail(
  productName: string,
  given: { readonly email: string; readonly firstName: string },
): Mail {
  return letter({
    to: given.email,
    subject: `Kata sandi ${productName} Anda telah diganti`,
    productName,
    indonesian: {
      greeting: `Halo ${given.firstName},`,
      lines: [
        'Kata sandi akun Anda baru saja diganti, dan semua perangkat lain telah dikeluarkan.',
        'Bukan Anda? Segera buat kata sandi baru melalui Lupa Kata Sandi di halaman masuk.',
      ],
    },
    english: {
      greeting: 'Your password was changed just now, and every other device was signed out.',
      lines: [
        'Was it not you? Choose a new password at once with Forgot Password on the sign-in page.',
      ],
    },
  });
}
