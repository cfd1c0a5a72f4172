import { createHmac } from 'node:crypto';
import { pathTo } from '../../../contract/pages.ts';
import type { Config } from '../../config.ts';
import { siteUrl } from '../../mail/links.ts';
import type { Keys } from '../../secrets/keys.ts';
import { isSameHash } from '../../secrets/secret-hash.ts';

// Without a dot: the server takes a path with one for a file.
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{1,6})_([\w-]{43})$/;

/** A question for the bank account of a refund. */
export interface AccountQuestion {
  readonly refundId: string;
  /** The first, second, … time that its buyer is asked. */
  readonly ask: number;
}

type LinkKeys = Pick<Keys, 'device'>;

function signatureOf({ refundId, ask }: AccountQuestion, keys: LinkKeys): string {
  return createHmac('sha256', keys.device)
    .update(`roetix refund-account ${refundId}.${ask}`)
    .digest('base64url');
}

/** Signs a question, so that its link needs no sign-in and nothing secret is stored (decision 080). */
export function accountToken(question: AccountQuestion, keys: LinkKeys): string {
  return `${question.refundId}_${question.ask}_${signatureOf(question, keys)}`;
}

/** The address of the page on which a buyer names the account. */
export function accountUrl(
  question: AccountQuestion,
  {
    config,
    keys,
  }: { readonly config: Pick<Config, 'publicUrl' | 'port'>; readonly keys: LinkKeys },
): string {
  return siteUrl(config) + pathTo('refund-account', { token: accountToken(question, keys) });
}

/** The question of a token; null for one that this shop did not sign. */
export function readAccountToken(token: string, keys: LinkKeys): AccountQuestion | null {
  const [, refundId, ask, signature] = tokenPattern.exec(token) ?? [];
  if (refundId === undefined || ask === undefined || signature === undefined) return null;
  const question = { refundId, ask: Number(ask) };
  return isSameHash(signature, signatureOf(question, keys)) ? question : null;
}
