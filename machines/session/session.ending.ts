import type { Ending, EndReason, Held } from '../shared/ending.ts';
import { isLive } from './session.rules.ts';
import type { EndHint, SessionContext, SessionReading } from './session.types.ts';

/** What a page knew of a session before its end. */
export interface Known {
  /** The newest reading before; null before the first. */
  readonly reading: SessionReading | null;
  /** Session that this tab asked to give up. */
  readonly leaving: string | null;
  /** What the broker said of the end: lends its words where the reading has none (§4.11). */
  readonly hint: EndHint | null;
}

/** What a live reading says its buyer holds. */
function heldBy(reading: SessionReading): Held {
  switch (reading.step) {
    case 'queued':
      return 'place';
    case 'paymentSelection':
      return 'seats';
    case 'paymentProcessing':
      return 'payment';
    default:
      return reading.hasDraft ? 'seats' : 'turn';
  }
}

/** Reason of a session that this page followed, by who ended it. */
function reasonOf(reading: SessionReading, known: Known, isWitnessed: boolean): EndReason {
  const isHere = !isWitnessed || known.leaving === reading.id;
  if (reading.step === 'completed') return isWitnessed ? 'paidElsewhere' : 'paid';
  const reason =
    reading.endReason ?? (known.hint?.event === 'user_kicked' ? 'kicked' : known.hint?.reason);
  switch (reason) {
    case 'left':
    case 'logout':
    case 'manual_logout':
      return isHere ? 'left' : 'leftElsewhere';
    case 'kicked':
    case 'inactive':
    case 'absent':
    case 'closed':
    case 'cancelled':
      return reason;
    case 'deadline':
      return 'timeUp';
    default:
      if (reading.step === 'expired') return 'timeUp';
      return known.leaving !== null && known.leaving === reading.id ? 'left' : 'over';
  }
}

/**
 * The end that a response tells of (§4.20); null while a session lives, and where there was none. A server that forgets ended
 * sessions responds that there is none: one that lived until then is over all the same.
 */
export function endingOf(result: SessionReading, known: Known): Ending | null {
  if (isLive(result) || result.step === 'unknown') return null;
  const before = isLive(known.reading) ? known.reading : null;
  const ended = result.id === null && before !== null ? { ...result, ...namesOf(before) } : result;
  if (ended.id === null || ended.slug === null) return null;
  const isTold = ended.step !== 'notInQueue' || ended.endReason !== null;
  if (!isTold && before === null) return null;
  const witnessed = before !== null && before.id === ended.id;
  const hint = known.hint?.event === 'user_kicked' ? known.hint.reason : null;
  const reason = reasonOf(ended, known, witnessed);
  return {
    id: ended.id,
    reason,
    slug: ended.slug,
    eventName: ended.eventName,
    note: reason === 'kicked' ? (ended.endNote ?? hint) : ended.endNote,
    held: witnessed ? heldBy(before) : null,
  };
}

function namesOf({ id, slug, eventName }: SessionReading) {
  return { id, slug, eventName } as const;
}

/** The end to report: of a session whose end was not reported yet. */
export function unannouncedEnding(result: SessionReading, context: SessionContext): Ending | null {
  const ending = endingOf(result, context);
  return ending === null || ending.id === context.announcedEnd ? null : ending;
}
