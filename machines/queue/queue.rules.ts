import { maxSeatsPerOrder } from '../../contract/limits.ts';
import type { SessionReading } from '../session/session.types.ts';
import { type Failure, isRefusedAs } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import type { QueueContext, QueueNotice, QueueText } from './queue.types.ts';

const shownNotices = 3;
/** A message is a line among others, however much its sender wrote. */
const messageLength = 200;

/** Minutes over which a server measures the pace at most (decision 069). */
const paceWindow = 5;

/** A waiting time as a range of whole minutes or hours. */
export interface WaitRange {
  readonly unit: 'minutes' | 'hours';
  readonly from: number;
  readonly to: number;
}

/**
 * How long a buyer at `position` (1 is next) waits at the measured pace, as a range: the fewer turns were counted, the wider it is. Null for
 * an unknown pace and for one of 0, of which nobody can tell (§9.60, decision 069).
 */
export function waitRange(position: number, perMinute: number | null): WaitRange | null {
  if (perMinute === null || perMinute <= 0) return null;
  // Turns come at random: a count of n says its mean to about one part in the root of n.
  const margin = Math.min(0.5, Math.max(0.15, 1 / Math.sqrt(perMinute * paceWindow)));
  const from = position / (perMinute * (1 + margin));
  const to = position / (perMinute * (1 - margin));
  if (to > 120) return { unit: 'hours', ...wholeRange(from / 60, to / 60, 1) };
  return { unit: 'minutes', ...wholeRange(from, to, to > 20 ? 5 : 1) };
}

function wholeRange(from: number, to: number, step: number) {
  return { from: Math.max(1, Math.floor(from / step) * step), to: Math.ceil(to / step) * step };
}

/** How far a buyer has come, in percent: 10 (§9.43) for where they joined, with `start` people ahead, and 100 for the next one. */
export function linePercent(ahead: number, start: number): number {
  return ahead === 0 ? 100 : Math.round(100 - (90 * ahead) / Math.max(ahead, start));
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
 * that is over is none (§4.34, §4.17).
 */
export function standingOf(reading: SessionReading, slug: string): Standing {
  const ours = reading.slug === slug;
  switch (reading.step) {
    case 'queued':
      return ours ? 'queued' : 'elsewhere';
    case 'online':
      // Seats are held already: going to the map again would give them back (§4.41).
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

/** What the page says of a failed join (§8.20). */
export function joinText(failure: Failure): QueueText {
  return isRefusedAs(failure, 'eventNotFound', 'notFound')
    ? { key: 'queue.eventMissing' }
    : failureText(failure, 'queue.joinFailed');
}

/** A notice as text, to tell whether it was said already. */
export function saidAs(notice: Pick<QueueNotice, 'key' | 'detail'>): string {
  return `${notice.key} ${notice.detail ?? ''}`;
}

/** The notices with one more; the last three are kept (§9.38). One that was said a moment ago is not said again (§4.11). */
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

/** True when the newest notice about real-time is that it is gone. */
export function isRealtimeMissed(notices: readonly QueueNotice[]): boolean {
  const last = [...notices]
    .reverse()
    .find(({ key }) => key === 'queue.notice.realtimeLost' || key === 'queue.notice.realtimeBack');
  return last?.key === 'queue.notice.realtimeLost';
}
