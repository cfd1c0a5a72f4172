import { randomBytes, randomUUID } from 'node:crypto';
import { startOfDay } from '../../../contract/event-folder/moment.ts';
import { gateCalls, gatePagePath } from '../../../contract/gate.ts';
import type { TimeZone } from '../../../contract/place/time-zone.ts';
import type { Db, Queryable } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import { secretHash } from '../../secrets/secret-hash.ts';
import { audit, system, type Trail } from '../audit.ts';

const refuse = refuseFor(gateCalls.gateEvent, gateCalls.gateNews, gateCalls.gateScans);

const secretBytes = 24;
const dayMs = 24 * 60 * 60_000;

/** A new pass as its operator receives it; the database stores only a hash of the secret. */
export interface NewGatePass {
  readonly secret: string;
  /** Path and fragment of the gate page with the pass. */
  readonly path: string;
  readonly expiresAt: Date;
}

/** A valid pass. */
export interface GatePass {
  readonly id: string;
  readonly eventId: string;
  readonly expiresAt: Date;
  /** Whether its doors see who comes in. */
  readonly showsGuests: boolean;
}

/** What a pass is made with. */
interface PassWishes {
  readonly revokeOthers?: boolean | undefined;
  readonly showsGuests?: boolean | undefined;
}

/**
 * Creates a gate pass for one event, valid until the day after its show has ended, in the time zone of the venue. With `revokeOthers` it revokes all earlier
 * passes; with `showsGuests` its doors see name and wheelchair place of each guest. Throws Refusal 404 for an unknown event, 409 for one that is over.
 */
export async function makeGatePass(
  db: Db,
  slug: string,
  now: Date,
  { revokeOthers = false, showsGuests = false }: PassWishes = {},
  by: Trail = system,
): Promise<NewGatePass> {
  const secret = randomBytes(secretBytes).toString('base64url');
  return db.tx(async (tx) => {
    const [event] = await tx.query<{ id: string; ends_at: Date; time_zone: TimeZone }>(
      'select id, ends_at, time_zone from events where slug = $1',
      [slug],
    );
    if (event === undefined) throw new Refusal(404, 'Event not found');
    const expiresAt = new Date(startOfDay(event.ends_at, event.time_zone).getTime() + 2 * dayMs);
    if (expiresAt <= now) throw new Refusal(409, 'The event is over');
    if (revokeOthers) await revokeGatePasses(tx, event.id, now, by);
    const id = randomUUID();
    await tx.query(
      `insert into gate_passes (id, event_id, secret_hash, created_at, expires_at, shows_guests)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, event.id, secretHash(secret), now, expiresAt, showsGuests],
    );
    await audit(tx, {
      at: now,
      ...by,
      action: 'gate.pass-made',
      object: `event:${event.id}`,
      detail: { pass_id: id, shows_guests: showsGuests },
    });
    return { secret, path: `${gatePagePath}#${secret}`, expiresAt };
  });
}

async function revokeGatePasses(
  tx: Queryable,
  eventId: string,
  now: Date,
  by: Trail,
): Promise<void> {
  const revoked = await tx.query<{ id: string }>(
    `update gate_passes set revoked_at = $2 where event_id = $1 and revoked_at is null returning id`,
    [eventId, now],
  );
  await audit(tx, {
    at: now,
    ...by,
    action: 'gate.passes-revoked',
    object: `event:${eventId}`,
    detail: { count: revoked.length },
  });
}

/** Returns the pass of a secret. Throws the same Refusal 401 for an unknown, revoked and expired one. */
export async function readGatePass(q: Queryable, secret: unknown, now: Date): Promise<GatePass> {
  const [row] =
    typeof secret === 'string'
      ? await q.query<{ id: string; event_id: string; expires_at: Date; shows_guests: boolean }>(
          `select id, event_id, expires_at, shows_guests from gate_passes
           where secret_hash = $1 and revoked_at is null and expires_at > $2`,
          [secretHash(secret), now],
        )
      : [];
  if (row === undefined) throw refuse('gatePassInvalid');
  const { id, event_id: eventId, expires_at: expiresAt, shows_guests: showsGuests } = row;
  return { id, eventId, expiresAt, showsGuests };
}
