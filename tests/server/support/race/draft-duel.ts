import { expect } from 'vitest';
import { createDraft } from '../../../../server/domain/order/drafts.ts';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { Refusal } from '../../../../server/http/refusal.ts';
import type { Services } from '../../../../server/services.ts';
import type { TestApp } from '../test-app.ts';

/** Two new buyers claim a seat each, with a voucher or none, at the same moment; returns how many succeeded. The others must be refused by `sentence`. */
export async function draftDuel(
  app: TestApp,
  services: Services,
  slug: string,
  seats: readonly [string, string],
  voucher_code: string | null,
  sentence: string,
): Promise<number> {
  const actors = (await app.makeBuyers(2)).map(({ accountId }) => ({
    accountId,
    requestId: null,
    addressPrefix: null,
  }));
  for (const actor of actors) await joinQueue(app.services, actor, slug);
  const results = await Promise.allSettled(
    actors.map((actor, at) =>
      createDraft(services, actor, slug, { seats: [seats[at] ?? ''], voucher_code }),
    ),
  );
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    expect(result.reason).toBeInstanceOf(Refusal);
    expect((result.reason as Refusal).message).toBe(sentence);
  }
  return results.filter(({ status }) => status === 'fulfilled').length;
}
