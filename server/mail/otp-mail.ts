import { otpLifeMinutes } from '../../contract/limits.ts';
import { letter } from './letter.ts';
import type { Mail } from './mailer.ts';

/** The letter that carries a one-time code: Indonesian first, then English. */
export function otpMail(
  productName: string,
  given: { readonly email: string; readonly firstName: string; readonly code: string },
): Mail {
  const { code, email, firstName } = given;
  return letter({
    to: email,
    subject: `${code} adalah kode verifikasi ${productName} Anda`,
    productName,
    code,
    indonesian: {
      greeting: `Halo ${firstName}, ini kode verifikasi Anda:`,
      lines: [
        `Masukkan kode ini di halaman verifikasi ${productName}. Kode berlaku ${otpLifeMinutes} menit dan hanya untuk satu kali pakai.`,
        `Jangan berikan kode ini kepada siapa pun, termasuk yang mengaku dari ${productName}.`,
        'Jika Anda tidak meminta kode ini, abaikan saja email ini.',
      ],
    },
    english: {
      greeting: 'Your verification code:',
      lines: [
        `Enter it on the ${productName} verification page. It works once, for ${otpLifeMinutes} minutes. Never share it with anybody.`,
        'If you did not ask for it, ignore this e-mail.',
      ],
    },
  });
}
