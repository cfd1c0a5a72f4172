import { account } from './id-account.ts';
import { browse } from './id-browse.ts';
import { purchase } from './id-purchase.ts';

/** The default catalogue. Literal texts of the spec stand word for word, mixed languages included. */
export const id = { ...browse, ...account, ...purchase } as const;
