import { isNearFront, type Line, peopleAhead } from '../../contract/queue.ts';
import type { SessionReading } from '../session/session.types.ts';
import { timings } from '../shared/timings.ts';
import type { LineNews, Place } from './queue.types.ts';

/** The place that a reading tells; nothing is known without one. */
export function placeOfReading(reading: SessionReading | null): Place {
  return {
    position: reading?.position ?? null,
    servedPerMinute: reading?.servedPerMinute ?? null,
    seatsLeft: reading?.seatsLeft ?? null,
    paused: reading?.paused ?? false,
  };
}

/**
 * The place that the line's document tells. A buyer without a number of their own keeps the position of the reading (§11.14), and so does
 * one who missed a turn: those stand before every number (§11.21).
 */
export function placeOfLine(line: Line, reading: SessionReading | null): Place {
  const number = isNumbered(reading) ? reading.number : null;
  return {
    position: number === null ? (reading?.position ?? null) : peopleAhead(line, number) + 1,
    servedPerMinute: line.per_minute,
    seatsLeft: line.seats_left,
    paused: line.paused,
  };
}

function isNumbered(
  reading: SessionReading | null,
): reading is SessionReading & { readonly number: number } {
  return reading !== null && reading.number !== null && !reading.passedOver;
}

/** True for a buyer of a waiting room whose number the draw has yet to give. */
export function isEntrant(
  reading: Pick<SessionReading, 'step' | 'entrant' | 'number'> | null,
): boolean {
  return reading?.step === 'queued' && reading.entrant !== null && reading.number === null;
}

/** True for a document of this event that is no older than the known one; the clock of another process may be behind by a minute. */
export function isNewer(known: Line | null, line: Line, slug: string): boolean {
  if (line.slug !== slug) return false;
  if (known === null) return true;
  const behind = Date.parse(known.at) - Date.parse(line.at);
  return !(behind > 0 && behind < timings.lineOutdated);
}

/** The part of a document that makes a reading necessary; null for nothing. A place without a number learns its turn from a reading alone. */
export function newsOf(line: Line, reading: SessionReading | null): LineNews | null {
  if (reading?.step !== 'queued') return null;
  if (line.phase === 'closed') return 'closed';
  if (isEntrant(reading)) return line.phase === 'serving' ? 'draw' : null;
  if (!isNumbered(reading)) return null;
  if (line.serving >= reading.number) return 'turn';
  const isNear = isNearFront(line, reading.number);
  return isNear && (reading.nextContactMs ?? 0) > timings.nearHeartbeat ? 'near' : null;
}

/** The same as text, to ask once for each; a heartbeat that is too long for the front is asked about by its own length. */
export function saidOf(news: LineNews, reading: SessionReading | null): string {
  const heartbeat = news === 'near' ? reading?.nextContactMs : '';
  return `${news} ${reading?.id} ${reading?.number} ${heartbeat}`;
}

/** How many buyers hear the same from a document. */
export function crowdOf(news: LineNews, line: Line, known: Line | null): number {
  switch (news) {
    case 'turn':
    case 'near':
      return Math.max(0, line.serving - (known?.serving ?? line.serving));
    case 'draw':
      return known?.entrants ?? line.issued;
    case 'closed':
      return Math.max(0, line.issued - line.serving);
  }
}

/** Milliseconds over which that many buyers read, so that a server hears about a thousand of them a second. */
export function readSpread(crowd: number): number {
  const { shortestReadSpread, longestReadSpread } = timings;
  return Math.min(Math.max(crowd, shortestReadSpread), longestReadSpread);
}
