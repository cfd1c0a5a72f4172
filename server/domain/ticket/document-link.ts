import {
  documentLinkSeconds,
  type WantedTickets,
  wantedTicketsSchema,
} from '../../../contract/ticket/document-link.ts';
import { isSameHash, keyedHash } from '../../secrets/secret-hash.ts';

/** Tickets in the name of the account that asked for their address. */
export interface LinkedTickets {
  readonly accountId: string;
  readonly wanted: WantedTickets;
}

/** Signs and reads addresses of documents: every process of the shop knows those of the others. */
export interface DocumentLinks {
  sign(linked: LinkedTickets, now: Date): string;
  /** Null for a link that is forged or over. */
  read(link: string, now: Date): LinkedTickets | null;
}

export function createDocumentLinks(key: string): DocumentLinks {
  const signatureOf = (content: string) => keyedHash(key, 'document link', content);
  return {
    sign({ accountId, wanted }, now) {
      const until = Math.floor(now.getTime() / 1000) + documentLinkSeconds;
      const content = Buffer.from(JSON.stringify([until, accountId, wanted])).toString('base64url');
      return `${content}.${signatureOf(content)}`;
    },
    read(link, now) {
      const [content = '', given = ''] = link.split('.');
      if (!isSameHash(given, signatureOf(content))) return null;
      const [until, accountId, wanted] = JSON.parse(Buffer.from(content, 'base64url').toString());
      if (now.getTime() / 1000 > until) return null;
      return { accountId, wanted: wantedTicketsSchema.parse(wanted) };
    },
  };
}
