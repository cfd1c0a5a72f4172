import { otpLifeMinutes } from '../../contract/limits.ts';
import { composeEmail } from './compose-email.ts';
import type { MailedCode } from './mailed-codes.ts';
import type { Email } from './mailer.ts';

/**
 * Composes the e-mail with a one-time code: Indonesian first, then English. It contains no text that a person entered: the address is not
 * proved yet, and a name would let a stranger write to its owner.
 */
export function otpEmail(
  productName: string,
  input: { readonly email: string; readonly code: MailedCode },
): Email {
  const { email } = input;
  const code = input.code.value;
  const composed = composeEmail({
    kind: 'code',
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
  return { ...composed, code: input.code };
}
