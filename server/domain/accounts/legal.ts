import { legalDocuments } from '../../../contract/legal.ts';
import type { Tx } from '../../db/db.ts';
import type { LegalTexts } from '../../legal/texts.ts';

/**
 * Records, in the transaction that creates an account, that its owner agreed to the current terms and privacy policy, by the hash of their texts;
 * also stores the texts (§5.11). Calling it twice changes nothing.
 */
export async function acceptLegalTexts(
  tx: Tx,
  texts: LegalTexts,
  accountId: string,
  now: Date,
): Promise<void> {
  for (const document of legalDocuments) {
    const { hash, html } = texts[document];
    await tx.query(
      `insert into legal_texts (hash, document, html_id, html_en, first_accepted_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [hash, document, html.id, html.en, now],
    );
    await tx.query(
      `insert into legal_acceptances (account_id, document, hash, accepted_at)
       values ($1, $2, $3, $4) on conflict do nothing`,
      [accountId, document, hash, now],
    );
  }
}
