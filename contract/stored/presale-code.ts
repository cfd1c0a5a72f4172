import { checked, storedKey } from './stored-key.ts';

/** The presale code as typed, so that it is asked for once and survives a refresh of the queue page. */
export const presaleCodeKey = storedKey<string>(
  'presaleCode',
  'session',
  'event',
  checked((value) => (typeof value === 'string' ? value : null)),
);
