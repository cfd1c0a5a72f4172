import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { advanceDraw } from '../lifecycle/draw.ts';

/**
 * Lets the draw of an event take place without the beacon that it waits for, which is away or was lost; the audit log and the published facts show it.
 * Throws 409 where no draw waits for one.
 */
export async function giveUpBeacon(db: Db, clock: Pick<Clock, 'now'>, slug: string): Promise<void> {
  await db.tx(async (tx) => {
    const [draw] = await tx.query<{ id: string; state: 'closed'; beacon_round: number }>(
      `select d.id, d.state, d.beacon_round from draws d join events e on e.id = d.event_id
       where e.slug = $1 and d.state = 'closed' and d.beacon_round is not null and d.beacon_signature is null
       for update of d`,
      [slug],
    );
    if (draw === undefined) throw new Refusal(409, `No draw of ${slug} waits for a beacon.`);
    const change = { at: clock.now(), detail: { round: draw.beacon_round } };
    await advanceDraw(tx, draw, 'beaconGivenUp', change, { beacon_round: null });
  });
}
