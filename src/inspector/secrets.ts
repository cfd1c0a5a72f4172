/** Replacement for a secret. */
export const mask = '•••';

/** A key with its separators and its case dropped, so that phone_number, phoneNumber and Phone-Number are one. */
const normalised = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, '');

const secretKey =
  /passw|sandi|secret|token$|credential|authori[sz]ation|e?mail|surel|phone|telp|telepon|ponsel|handphone|whatsapp|msisdn|^(?:(?:set)?cookie|otp|pin|wa|hp|nohp|nowa|tel|mobile|mobilenumber|code|kode|kodeotp|kodeverifikasi|(?:otp|verification|onetime|auth|sms)code)$/;
const nameKey =
  /^(?:firstname|lastname|fullname|displayname|namalengkap|namadepan|namabelakang|nama)$/;
const answersKey =
  /^(?:submissions|formsubmissions|formdata|dynamicfields|ticketholderforms|additionalbuyers|answers)$/;

/** Sensitivity of a key: secrets are remembered and masked everywhere, private values only under their key. */
export type Secrecy = 'secret' | 'private' | 'open';

/** True if `code` names a payment method or a voucher, which is no secret. */
function isPublicCode(holder: Readonly<Record<string, unknown>>): boolean {
  return (
    holder.type === 'method.select' ||
    holder.type === 'voucher.apply' ||
    'fee_calculation' in holder ||
    'is_valid' in holder
  );
}

/** Sensitivity of the value under `key` of `holder`. A name is private if the object also holds an address or a number. */
export function secrecyOf(key: string, holder: Readonly<Record<string, unknown>>): Secrecy {
  const plain = normalised(key);
  if (answersKey.test(plain) || nameKey.test(plain)) return 'private';
  if (plain === 'code' && isPublicCode(holder)) return 'open';
  if (secretKey.test(plain)) return 'secret';
  const isPerson = plain === 'name' && Object.keys(holder).some((other) => /e?mail/i.test(other));
  return isPerson ? 'private' : 'open';
}

const address =
  /[^\s@"'<>()[\]{},;:\\/?&=#]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/giu;
const foreignNumber = /(?:\+|%2B)\d[\d\s().-]{6,18}\d/gi;
const localNumber =
  /(?<!\d)(?:62|0)[\s.-]?8\d{1,2}[\s.-]?\d{2,4}[\s.-]?\d{2,5}(?:[\s.-]?\d{1,4})?(?!\d)/g;
/** `password=…`, `"otp": "…"` and the like inside a longer text: an address, a message, JSON that was cut short. */
const spoken =
  /((?:[\w-]*(?:passw|sandi|secret|token|e?mail|phone|telp|whatsapp)[\w-]*|(?<![\w-])(?:otp|code|kode|pin))["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;&#}\])"']+)/gi;

/** The text without addresses, phone numbers and values that are named as secrets. */
export function maskedText(text: string): string {
  let shown = text;
  if (/[:=]/.test(shown)) shown = shown.replace(spoken, `$1${mask}`);
  if (/@|%40/.test(shown)) shown = shown.replace(address, mask);
  if (/\+|%2B/i.test(shown)) shown = shown.replace(foreignNumber, mask);
  return /\d{4}/.test(shown) ? shown.replace(localNumber, mask) : shown;
}
