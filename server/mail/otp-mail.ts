import { otpLifeMinutes } from '../../contract/limits.ts';
import type { Mail } from './mailer.ts';

/** The letter that carries a one-time code: Indonesian first, then English. */
export function otpMail(
  productName: string,
  given: { email: string; firstName: string; code: string },
): Mail {
  return {
    to: given.email,
    subject: `${given.code} adalah kode verifikasi ${productName} Anda`,
    text: `Halo ${given.firstName},

Kode verifikasi Anda: ${given.code}

Masukkan kode ini di halaman verifikasi ${productName}. Kode berlaku ${otpLifeMinutes} menit dan hanya untuk satu kali pakai.
Jangan berikan kode ini kepada siapa pun, termasuk yang mengaku dari ${productName}.
Jika Anda tidak meminta kode ini, abaikan saja email ini.

---
Your verification code: ${given.code}

Enter it on the ${productName} verification page. It works once, for ${otpLifeMinutes} minutes. Never share it with anybody.
If you did not ask for it, ignore this e-mail.
`,
  };
}
