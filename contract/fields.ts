import * as z from 'zod/mini';
import { otpLength, passwordMaxLength, passwordMinLength, phonePrefix } from './limits.ts';
import { oneLine, visible } from './texts/visible-text.ts';

/**
 * Refuses a text of more than `length` characters and stops its parsing, so that no later check reads a text that is too long. Put it before
 * every pattern; only checks that read the text in one pass, such as trimming, may come before it.
 */
export function atMost(length: number, words = `Must have at most ${length} characters`) {
  return z.maxLength(length, { error: words, abort: true });
}

/** The slug of a path: lower-case words joined by hyphens. */
export const slugSchema = z
  .string('Event slug is required')
  .check(
    atMost(120, 'Event slug is required'),
    z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Event slug is required'),
  );

/** Path parameters of every call about one event. */
export const eventParams = z.object({ slug: slugSchema });

/** Path parameters of every call about one order. */
export const orderParams = z.object({ orderCode: z.string().check(atMost(80), z.minLength(1)) });

const emailWords = 'E-mail must look like name@example.id';
const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/**
 * An e-mail address without invisible characters: a dot-atom of at most 64 characters and a host name whose last label is no number (RFC 5321).
 * Quoted local parts, comments, groups and display names are refused: a mail program reads them as other addresses.
 */
export const emailSchema = z
  .string('E-mail is required')
  .check(
    visible(),
    atMost(254, 'E-mail is too long'),
    z.regex(/^[^@]{1,64}@/, { error: emailWords, abort: true }),
    z.regex(
      new RegExp(
        `^${atext}+(?:\\.${atext}+)*@(?:${label}\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$`,
      ),
      emailWords,
    ),
  );

/** An e-mail address as typed at sign-in: accounts from before the strict form keep theirs. */
export const typedEmailSchema = z
  .string('E-mail is required')
  .check(visible(), atMost(254, 'E-mail is too long'), oneLine(), z.includes('@', emailWords));

/** A new password, with the three rules of §5.10; never trimmed. */
export const newPasswordSchema = z
  .string('Password must be at least 8 characters')
  .check(
    atMost(passwordMaxLength, 'Password must be at most 128 characters'),
    z.minLength(passwordMinLength, 'Password must be at least 8 characters'),
    z.regex(/\p{L}/u, 'Password must contain at least one letter'),
    z.regex(/\p{N}/u, 'Password must contain at least one number'),
  );

/** A password as typed at sign-in: limited in length, not checked. */
export const typedPasswordSchema = z
  .string('Password is required')
  .check(atMost(1024, 'Password is too long'), z.minLength(1, 'Password is required'));

/** A one-time code: six digits (§5.15). */
export const otpSchema = z
  .string('Please enter all 6 digits')
  .check(
    visible(),
    atMost(otpLength, 'Please enter all 6 digits'),
    z.regex(new RegExp(`^\\d{${otpLength}}$`), 'Please enter all 6 digits'),
  );

/** A person's name as typed, without invisible characters. */
export const personNameSchema = z
  .string('Name is required')
  .check(visible(), atMost(100, 'Name is too long'), oneLine(), z.minLength(1, 'Name is required'));

/** The remaining names as typed: empty for the many people with a single name. */
export const otherNamesSchema = z
  .string('Name is required')
  .check(visible(), atMost(100, 'Name is too long'), oneLine());

/** A phone number on the wire: a plus sign and 8 to 15 digits. */
export const phoneSchema = z
  .string('Phone number is required')
  .check(
    visible(),
    atMost(21, 'Phone number must have 8 to 15 digits'),
    z.regex(/^\+?[\d\s\-().]{8,20}$/, 'Phone number must have 8 to 15 digits'),
  );

/** An optional phone number: empty without one. */
export const optionalPhoneSchema = z.union([z.literal(''), phoneSchema]);

/**
 * A phone number in one form: separators dropped, a typed plus or 00 kept as a plus, one leading 0 dropped and +62 put before
 * (§5.12). Never throws; for any other text it returns the digits with the prefix, for the server to refuse.
 */
export function normalisePhone(typed: string, prefix: string = phonePrefix): string {
  const compact = typed.replace(/[\s\-().]/g, '').replace(/^00(?=[1-9])/, '+');
  // Many write +62 (0)812: the 0 is dialled only without the code.
  if (compact.startsWith('+')) return compact.replace(/^\+620/, '+62');
  if (prefix === phonePrefix && /^62\d{8,}$/.test(compact)) return `+${compact}`;
  return prefix + compact.replace(/^0/, '');
}

/** An instant on the wire: ISO 8601 with an offset or Z. */
export const instantSchema = z
  .string()
  .check(
    atMost(40, 'Must be an ISO 8601 instant'),
    z.regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
      'Must be an ISO 8601 instant',
    ),
  );

/** Whole rupiah, never negative (§1.22). */
export const rupiahSchema = z
  .number()
  .check(z.int('Must be whole rupiah'), z.nonnegative('Must not be negative'));

/** A value of a set; a value that only a newer server knows becomes 'unknown' instead of a failure (F59). */
export function openEnum<const V extends readonly [string, ...string[]]>(values: V) {
  return z.catch(z.enum([...values, 'unknown'] as [...V, 'unknown']), 'unknown');
}
