import { otpLifeMinutes } from '../../contract/limits.ts';
import { letter } from './letter.ts';
import type { MailedCode } from './mailed-codes.ts';
import type { Mail } from './mailer.ts';

/**
 * The letter that carries a one-time code: Indonesian first, then English. Nothing in it was typed by anybody: the address is not proved
 * yet, and a name would let a stranger write to it.
 */
export function otpMail(
  productName: string,
  given: { readonly email: string; readonly code: MailedCode },
): Mail {
  const { email } = given;
  const code = given.code.value;
  const mail = letter({
    to: email,
    subject: `${code} adalah kode verifikasi ${productName} Anda`,
    productName,
    code,
    indonesian: {
      greeting: 'Ini kode verifikasi Anda:',
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
  return { ...mail, code: given.code };
}
