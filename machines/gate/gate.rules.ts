import type {
  GateEntry,
  GateEvent,
  GateNight,
  ScanResponse,
  ScanResult,
} from '../../contract/gate.ts';
import { type Failure, isRefusedAs } from '../shared/result.ts';
import type { FirstEntry, GateProblem, JudgedScan, Look, Unlocked, Verdict } from './gate.types.ts';

/** Delays of a gate, in milliseconds. */
export const gateTimings = {
  /** Longest the server is waited for while a guest stands at the door; then the device decides alone. */
  askCap: 2_000,
  /** How long each result of a scanner is shown at least. */
  leastShown: 700,
  /** How long a valid ticket is shown before the next one may come by itself. */
  validShown: 2_500,
  /** Pause between two synchronisations that work. */
  syncPoll: 30_000,
  /** Pauses after one, two, three and more that do not. */
  syncRetry: [5_000, 10_000, 20_000, 60_000],
} as const;

const verdicts: Readonly<Record<ScanResult, Verdict>> = {
  accepted: 'valid',
  already_used: 'used',
  revoked: 'revoked',
  wrong_event: 'wrongEvent',
  unknown: 'forged',
  undone: 'undone',
};

/** Pause before the next try of a synchronisation, after so many that failed. */
export function syncRetryAfter(attempts: number): number {
  const { syncRetry } = gateTimings;
  return syncRetry[Math.min(Math.max(attempts, 1), syncRetry.length) - 1] ?? gateTimings.syncPoll;
}

/** What a device has to know of its event to judge a code. */
type JudgedEvent = Pick<GateEvent, 'id' | 'other_nights'>;

/** What a device says of a code by itself. A ticket of another event is named as such before anything else of it. */
export function judge(look: Look, event: JudgedEvent): JudgedScan {
  const { scanId, at, code, reading, first } = look;
  const claim = reading.kind === 'signed' ? reading.claim : null;
  return {
    scanId,
    at,
    code,
    verdict: verdictAlone(look, event),
    ticketId: claim?.ticketId ?? null,
    // A standing place has no number.
    seat: claim?.seatNumber || null,
    category: claim?.category ?? null,
    first,
    night: nightOf(look, event),
    isConfirmed: false,
  };
}

function nightOf({ reading }: Look, { other_nights = [] }: JudgedEvent): GateNight | null {
  if (reading.kind !== 'signed') return null;
  return other_nights.find(({ id }) => id === reading.claim.eventId) ?? null;
}

function verdictAlone(look: Look, event: JudgedEvent): Verdict {
  const { reading, first } = look;
  if (reading.kind === 'forged') return 'forged';
  if (reading.kind === 'short') return 'needsNetwork';
  if (nightOf(look, event) !== null) return 'otherNight';
  if (reading.claim.eventId !== event.id) return 'wrongEvent';
  if (reading.isRevoked) return 'revoked';
  return first === null ? 'valid' : 'used';
}

/** Whether the server has to be asked: about a guest who would be let in, and about a code that only it can know. */
export function isWorthAsking(look: Look, event: JudgedEvent): boolean {
  const verdict = verdictAlone(look, event);
  return verdict === 'valid' || verdict === 'needsNetwork';
}

/** The same scan with the verdict of the server. */
export function judgeByResponse(look: Look, event: JudgedEvent, result: ScanResponse): JudgedScan {
  const alone = judge(look, event);
  const isMistyped = look.reading.kind === 'short' && result.result === 'unknown';
  return {
    ...alone,
    verdict: isMistyped ? 'unknown' : verdicts[result.result],
    ticketId: result.ticket_id ?? alone.ticketId,
    seat: result.seat_number ?? alone.seat,
    category: result.category ?? alone.category,
    first: result.first === null ? null : firstOf(result.first),
    isConfirmed: true,
  };
}

/** An entry of the wire as the machine keeps it. */
export function firstOf(entry: GateEntry): FirstEntry {
  return { scanId: entry.scan_id, at: entry.scanned_at, door: entry.door };
}

/** The one of two entries with one ticket that counts: the earlier, and of equal times the one with the smaller id, as on the server. */
export function earlierOf(a: FirstEntry, b: FirstEntry): FirstEntry {
  const difference = Date.parse(a.at) - Date.parse(b.at);
  if (difference !== 0) return difference < 0 ? a : b;
  return a.scanId < b.scanId ? a : b;
}

/** Why a pass could not be taken up. */
export function problemOf(
  failure: Extract<Unlocked, { readonly ok: false }>['failure'],
): GateProblem {
  if (failure.kind === 'unsynced') return 'unsynced';
  if (failure.kind === 'unreachable') return 'offline';
  return isPassRefused(failure) ? 'badPass' : 'broken';
}

/** Whether the server does not know the pass any more. */
export function isPassRefused(failure: Failure): boolean {
  return isRefusedAs(failure, 'gatePassInvalid');
}
