import { normalisePhone } from '../../../contract/fields.ts';
import { phonePrefixes } from '../../../contract/limits.ts';

export interface PhoneParts {
  readonly prefix: string;
  /** As typed, without the prefix. */
  readonly national: string;
}

/** Splits a stored number into prefix and rest; an unknown prefix stays in the text, under +62. */
export function splitPhone(value: string): PhoneParts {
  const text = value.trim();
  const prefix = phonePrefixes.find((known) => text.startsWith(known));
  return prefix === undefined
    ? { prefix: '+62', national: text }
    : { prefix, national: text.slice(prefix.length).trim() };
}

/** Joins and normalises a number as the server does (ruling 1.5-C); empty without input. */
export function joinPhone({ prefix, national }: PhoneParts): string {
  const text = national.replace(/[^\d+]/g, '');
  return text === '' ? '' : normalisePhone(text, prefix);
}
