import { account } from './en-account.ts';
import { browse } from './en-browse.ts';
import { purchase } from './en-purchase.ts';
import type { id } from './id.ts';

/** The full English catalogue, fetched only when it is chosen. */
export const en: Record<keyof typeof id, string> = { ...browse, ...account, ...purchase };
