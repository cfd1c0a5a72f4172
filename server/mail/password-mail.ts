import { otpLifeMinutes } from '../../contract/limits.ts';
import { letter } from './letter.ts';
import type { MailedCode } from './mailed-codes.ts';
import type { Mail } from './mailer.ts';

/** The letter with the code that lets a new password be chosen; without a name, since anybody may have it sent to any account. */
export function resetMail(
  productName: string,
  given: { readonly email: string; readonly code: MailedCode },
): Mail {
  const { email } = given;
  const code = given.code.value;
  const mail = letter({
    to: email,
    subject: `${code} adalah kode untuk membuat kata sandi baru ${productName}`,
    productName,
    code,
    indonesian: {
      greeting: 'Ini kode untuk membuat kata sandi baru:',
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
  return { ...mail, code: given.code };
}

/**
 * Tells the owner of an account that its password was changed, so that a theft does not stay unseen. The name may still be the one that a
 * stranger registered the address with, and is left out.
 */
export function passwordChangedMail(productName: string, email: string): Mail {
  return letter({
    to: email,
    subject: `Kata sandi ${productName} Anda telah diganti`,
    productName,
    indonesian: {
      greeting:
        'Kata sandi akun Anda baru saja diganti, dan semua perangkat lain telah dikeluarkan.',
      lines: ['Bukan Anda? Segera buat kata sandi baru melalui Lupa Kata Sandi di halaman masuk.'],
    },
    english: {
      greeting: 'Your password was changed just now, and every other device was signed out.',
      lines: [
        'Was it not you? Choose a new password at once with Forgot Password on the sign-in page.',
      ],
    },
  });
}
