import { normalisePhone, phoneSchema } from '../../../contract/fields.ts';
import type { Translate } from '../../text/translate.ts';
import { phonePrefixes } from '../../ui/form/phone.ts';

/** A number with its prefix, in groups: `+62 812-3456-7890`. */
export function groupedPhone(number: string): string {
  const prefix = phonePrefixes.find((known) => number.startsWith(known)) ?? '';
  const groups = number.slice(prefix.length).match(/^.{1,3}|.{1,4}/g) ?? [];
  return `${prefix} ${groups.join('-')}`.trim();
}

/** True for a number that can be sent. */
export function isPhone(value: string): boolean {
  return phoneSchema.safeParse(normalisePhone(value)).success;
}

/** Help text of a phone field: an example, or the stored form of a valid number (§5.12). */
export function phoneHelp(t: Translate, value: string): string {
  if (value === '' || !isPhone(value)) return t('register.phoneHelp');
  return t('register.phoneKept', { phone: groupedPhone(normalisePhone(value)) });
}
