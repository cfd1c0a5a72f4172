import { phonePrefixes } from '../../contract/limits.ts';

export type PhonePrefix = (typeof phonePrefixes)[number];

export interface PhoneParts {
  readonly prefix: PhonePrefix;
  /** As typed, without the prefix. */
  readonly national: string;
}

/** Splits a stored number into its prefix and the rest; an unknown prefix is kept in the text, under +62. */
export function splitPhone(value: string): PhoneParts {
  const text = value.trim();
  const prefix = phonePrefixes.find((known) => text.startsWith(known));
  return prefix === undefined
    ? { prefix: '+62', national: text }
    : { prefix, national: text.slice(prefix.length).trim() };
}

/** Ruling 1.5-C: spaces and dashes go, one leading 0 is dropped, a number that starts with + is kept as it is. */
export function joinPhone({ prefix, national }: PhoneParts): string {
  const text = national.replace(/[^\d+]/g, '');
  if (text === '') return '';
  return text.startsWith('+') ? text : `${prefix}${text.replace(/^0/, '')}`;
}
