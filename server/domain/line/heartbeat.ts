import type { Config } from '../../config.ts';

/** The pace that is assumed until one is measured: too fast a one costs heartbeats, too slow a one turns of absent people. */
const assumedPerMinute = 500;
/** Nobody so close to the front is far from the turn, whatever the pace. */
const alwaysNear = 50;
/** The longest pause between two heartbeats, in seconds: below the idle limit of a sign-in. */
export const longestPauseSeconds = 40 * 60;
/** Heartbeats of a waiting room that the server hears a second, at most. */
const roomHeartbeats = 50;
/** Part of `queuePresentSeconds` after which a buyer near the front makes contact again. */
const nearShare = 0.75;
/** Times `queuePresentSeconds` before the expected turn from which a buyer has to be present. */
const nearTimes = 1.25;
/** Part of a pause over which the heartbeats of buyers who came together spread. */
const spreadShare = 0.1;

type Presence = Pick<Config, 'queuePresentSeconds'>;

function paceOf(perMinute: number | null): number {
  return Math.max(perMinute ?? assumedPerMinute, 1);
}

/** People ahead below which a buyer has to be present: at the measured pace the turn may come before the next heartbeat but one. */
export function nearOf(perMinute: number | null, { queuePresentSeconds }: Presence): number {
  return Math.max(
    alwaysNear,
    Math.ceil((nearTimes * paceOf(perMinute) * queuePresentSeconds) / 60),
  );
}

/** The last contact a waiting account must have had to be present now; `lostMs` are milliseconds in which nobody could be heard. */
export function presentSince(config: Presence, now: Date, lostMs = 0): Date {
  return new Date(now.getTime() - config.queuePresentSeconds * 1000 - lostMs);
}

/**
 * Seconds to the next heartbeat of a buyer with `ahead` people before them: frequent near the front; further back when the front is near at the
 * measured pace, after 40 minutes at the latest. A buyer who reads in the document that it is near earlier does not wait for it. `spread` is from 0
 * to 1.
 */
export function heartbeatSeconds(
  ahead: number,
  perMinute: number | null,
  config: Presence,
  spread: number,
): number {
  const near = nearOf(perMinute, config);
  const untilNear = (Math.max(0, ahead - near) / paceOf(perMinute)) * 60;
  return pauseOf(untilNear, config, spread);
}

/** Seconds to the next heartbeat of a buyer in a waiting room with that many people; `spread` as in `heartbeatSeconds`. */
export function roomHeartbeatSeconds(entrants: number, config: Presence, spread: number): number {
  return pauseOf(entrants / roomHeartbeats, config, spread);
}

function pauseOf(wanted: number, { queuePresentSeconds }: Presence, spread: number): number {
  const soonest = queuePresentSeconds * nearShare;
  const pause = Math.min(longestPauseSeconds, Math.max(soonest, wanted));
  return Math.round(pause * (1 - spreadShare * spread));
}
