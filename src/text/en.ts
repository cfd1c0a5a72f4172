import { words as account } from './en/account.ts';
import { words as checkout } from './en/checkout.ts';
import { words as event } from './en/event.ts';
import { words as purchase } from './en/purchase.ts';
import { words as search } from './en/search.ts';
import { words as shell } from './en/shell.ts';
import { words as signIn } from './en/sign-in.ts';
import { words as site } from './en/site.ts';
import type { Catalogue } from './words.ts';

/** The complete English catalogue. */
export const en: Catalogue = {
  ...shell,
  ...event,
  ...search,
  ...signIn,
  ...account,
  ...site,
  ...purchase,
  ...checkout,
};
