import type { Tx } from '../db/db.ts';
import type { Services } from '../services.ts';

/** What a line of an event's log reports, with a number of buyers or seats. */
export type Milestone = 'queue_advanced' | 'seats_held' | 'seats_released' | 'seats_sold';

const words: Readonly<Record<Milestone, (count: number) => string>> = {
  queue_advanced: (count) => `${count} pembeli masuk dari antrean`,
  seats_held: (count) => `${count} kursi sedang dipesan`,
  seats_released: (count) => `${count} kursi tersedia kembali`,
  seats_sold: (count) => `${count} kursi terjual`,
};

/** Publishes a log line on `logs/{slug}` after the commit: numbers only, no ids (§3.83). A count of zero publishes nothing. */
export function logMilestone(
  tx: Tx,
  { broker }: Pick<Services, 'broker'>,
  slug: string,
  milestone: Milestone,
  count: number,
  now: Date,
): void {
  if (count === 0) return;
  tx.afterCommit(() =>
    broker.publish('logs', slug, {
      event: milestone,
      message: words[milestone](count),
      at: now.toISOString(),
    }),
  );
}
