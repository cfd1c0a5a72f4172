import { otpLifeMinutes } from '../../contract/limits.ts';
import { composeEmail } from './compose-email.ts';
import type { MailedCode } from './mailed-codes.ts';
import type { Email } from './mailer.ts';

/** Composes the e-mail with the code for a new password. It names no person, because anybody may request it for any account. */
export function passwordResetEmail(
  productName: string,
  input: { readonly email: string; readonly code: MailedCode },
): Email {
  const { email } = input;
  const code = input.code.value;
  const composed = composeEmail({
    kind: 'password',
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
  return { ...composed, code: input.code };
}

/**
 * Composes the e-mail that tells the owner of an account about a changed password, so that a theft is noticed. It names no person: a
 * stranger may have registered the address under another name.
 */
export function passwordChangedEmail(productName: string, email: string): Email {
  return composeEmail({
    kind: 'password',
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
