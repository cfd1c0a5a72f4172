import type { Tx } from '../../db/db.ts';
import type { Broker } from '../../realtime/broker.ts';
import type { SessionRow } from './session-rows.ts';

/** A device without contact for so long loses its role to the next one that asks, unless its next contact is due later. */
const deviceLifeSeconds = 45;
/** A device counts as present for so long after its next contact was due. */
const lateSeconds = 30;
/** The end of a device's presence is written at most this often: a poll is a read, not a write. */
const writtenEverySeconds = 10;

/** The browser a call comes from, as it calls itself, and whether it wants the part of the one that is kept. */
export interface DeviceClaim {
  readonly id: string | null;
  readonly takeOver: boolean;
}

type Kept = Pick<SessionRow, 'device_id' | 'device_until'>;

/** True while another device of the account than `deviceId` is the one that is moved to the seats by itself. */
export function isElsewhere(kept: Kept, deviceId: string, now: Date): boolean {
  if (kept.device_id === null || kept.device_until === null) return false;
  return kept.device_id !== deviceId && kept.device_until > now;
}

/** Until when the kept device counts as present after this contact; null for another device, or if that was written lately. */
export function deviceUntil(
  kept: Kept,
  deviceId: string | null,
  nextContactSeconds: number,
  now: Date,
): Date | null {
  if (deviceId === null || kept.device_id !== deviceId) return null;
  const life = Math.max(deviceLifeSeconds, nextContactSeconds + lateSeconds);
  const until = now.getTime() + life * 1000;
  const isNews =
    Math.abs(until - (kept.device_until?.getTime() ?? 0)) >= writtenEverySeconds * 1000;
  return isNews ? new Date(until) : null;
}

/** Until when a device that joins counts as present. */
export function untilOf(now: Date): Date {
  return new Date(now.getTime() + deviceLifeSeconds * 1000);
}

/**
 * Keeps the device that joins: where none is kept, where the kept one is silent, or where the buyer asks to take over. The other one gets a message, so that it reads the session again. The session row must be locked by the caller.
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
  const until = untilOf(now);
  await tx.query(
    `update purchase_sessions set device_id = $2, device_until = $3, seq = seq + $4 where id = $1`,
    [session.id, device.id, until, isMoved ? 1 : 0],
  );
  if (!isMoved) return;
  const { account_id: userId, slug } = session;
  const seq = Number(session.seq) + 1;
  tx.afterCommit(() =>
    broker.publish('queue', slug, { user_id: userId, event: 'user_moved', seq }),
  );
}
