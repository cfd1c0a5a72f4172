import { maxSeatsPerOrder } from '../../contract/limits.ts';
import type { SessionReading } from '../session/session.types.ts';
import { type Failure, isRefusedAs } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import type { QueueContext, QueueNotice, QueueText } from './queue.types.ts';

const shownNotices = 3;
/** A message is a line among others, however much its sender wrote. */
const messageLength = 200;

/** Minutes to wait, from a position of 1 and up (§9, ruling 1.2-N). */
export function estimateMinutes(position: number): number {
  return Math.max(1, Math.ceil(position / 10));
}

/** Minutes to wait at the pace people are let in now; `perMinute` is more than 0. */
export function paceMinutes(position: number, perMinute: number): number {
  return Math.max(1, Math.ceil(position / perMinute));
}

/** Width of the position bar, 10 to 100 percent (§9). */
export function barPercent(position: number): number {
  return Math.max(10, 100 - position);
}

/** Number at the far end of the position bar (§9). */
export function upperLabel(position: number): number {
  return position + 100;
}

/**
 * Whether seats may run out before one's turn: 'gone' when none is free now, 'likely' when there are no more than people ahead,
 * 'possible' when there are not enough for every one of them to take as many as an order holds. Null when nobody knows, or there are plenty.
 */
export function scarcityOf(
  seatsLeft: number | null,
  position: number,
): 'gone' | 'likely' | 'possible' | null {
  if (seatsLeft === null) return null;
  const ahead = position - 1;
  if (seatsLeft <= 0) return 'gone';
  if (seatsLeft <= ahead) return 'likely';
  return seatsLeft < ahead * maxSeatsPerOrder ? 'possible' : null;
}

/** What a reading means to the queue page of one event. */
export type Standing = 'elsewhere' | 'queued' | 'online' | 'none';

/**
 * Reads a session as the queue page of `slug` does. A live session of another event, or one that is paying, is 'elsewhere'; a session
 * that is over is none (rulings 1.2-K, 1.4-A).
 */
export function standingOf(reading: SessionReading, slug: string): Standing {
  const ours = reading.slug === slug;
  switch (reading.step) {
    case 'queued':
      return ours ? 'queued' : 'elsewhere';
    case 'online':
      // Seats are held already: going to the map again would give them back (§4).
      return ours && !reading.hasDraft ? 'online' : 'elsewhere';
    case 'paymentSelection':
    case 'paymentProcessing':
      return 'elsewhere';
    default:
      return 'none';
  }
}

/** The words of a message in at most 200 characters. */
export function shortened(message: string): string {
  const characters = [...message.trim()];
  return characters.length <= messageLength
    ? characters.join('')
    : `${characters.slice(0, messageLength - 1).join('')}…`;
}

/** What the page says of a failed join (§8). */
export function joinText(failure: Failure): QueueText {
  return isRefusedAs(failure, 'eventNotFound', 'notFound')
    ? { key: 'queue.eventMissing' }
    : failureText(failure, 'queue.joinFailed');
}

/** A notice as text, to tell whether it was said already. */
export function saidAs(notice: Pick<QueueNotice, 'key' | 'detail'>): string {
  return `${notice.key} ${notice.detail ?? ''}`;
}

/** The notices with one more; the last three are kept (§9). One that was said a moment ago is not said again (ruling 1.4-O). */
export function withNotice(
  context: QueueContext,
  notice: Pick<QueueNotice, 'key' | 'detail'>,
): Pick<QueueContext, 'notices' | 'noticeCount' | 'recent'> {
  const { notices, noticeCount, recent } = context;
  const said = saidAs(notice);
  if (recent.includes(said)) return { notices, noticeCount, recent };
  return {
    notices: [...notices, { id: noticeCount, ...notice }].slice(-shownNotices),
    noticeCount: noticeCount + 1,
    recent: [...recent, said],
  };
}

/** True when the last word about real-time was that it is gone. */
export function isRealtimeMissed(notices: readonly QueueNotice[]): boolean {
  const last = notices.findLast(
    ({ key }) => key === 'queue.notice.realtimeLost' || key === 'queue.notice.realtimeBack',
  );
  return last?.key === 'queue.notice.realtimeLost';
}
