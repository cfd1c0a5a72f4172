import type { Tx } from '../../db/db.ts';
import type { Broker } from '../../realtime/broker.ts';
import type { SessionRow } from './session-rows.ts';

/** A device that was not heard of for so long has lost its part to whichever asks next. */
const deviceLifeSeconds = 45;
/** That a device asked is written down at most this often: a poll is a read, not a write. */
const seenEverySeconds = 10;

/** The browser a call comes from, as it calls itself, and whether it wants the part of the one that is kept. */
export interface DeviceClaim {
  readonly id: string | null;
  readonly takeOver: boolean;
}

type Kept = Pick<SessionRow, 'device_id' | 'device_seen_at'>;

/** True while a device is kept that was heard of lately. */
function isThere(kept: Kept, now: Date): boolean {
  if (kept.device_id === null || kept.device_seen_at === null) return false;
  return now.getTime() - kept.device_seen_at.getTime() < deviceLifeSeconds * 1000;
}

/** True while another device of the account than `deviceId` is the one that is moved to the seats by itself. */
export function isElsewhere(kept: Kept, deviceId: string, now: Date): boolean {
  return kept.device_id !== deviceId && isThere(kept, now);
}

/** True when it is time to write down that the kept device asked. */
export function isDeviceNews(kept: Kept, deviceId: string | null, now: Date): boolean {
  if (deviceId === null || kept.device_id !== deviceId) return false;
  const seenAt = kept.device_seen_at?.getTime() ?? 0;
  return Math.abs(now.getTime() - seenAt) >= seenEverySeconds * 1000;
}

/**
 * Keeps the device that joins: where none is kept, where the kept one is silent, or where it is told to take over. The other one is
 * told, so that it reads the session again. The session row must be locked by the caller.
 */
export async function claimDevice(
  tx: Tx,
  broker: Pick<Broker, 'publish'>,
  session: SessionRow,
  device: DeviceClaim,
  now: Date,
): Promise<void> {
  if (device.id === null) return;
  if (isElsewhere(session, device.id, now) && !device.takeOver) return;
  const isMoved = session.device_id !== null && session.device_id !== device.id;
  await tx.query(
    `update purchase_sessions set device_id = $2, device_seen_at = $3, seq = seq + $4 where id = $1`,
    [session.id, device.id, now, isMoved ? 1 : 0],
  );
  if (!isMoved) return;
  const { account_id: userId, slug } = session;
  const seq = Number(session.seq) + 1;
  tx.afterCommit(() =>
    broker.publish('queue', slug, { user_id: userId, event: 'user_moved', seq }),
  );
}
