import type { Ending } from '../shared/ending.ts';
import type { HastenEvent, Healing } from '../shared/healing.ts';
import type { ParentRef } from '../shared/parent.ts';
import type { Failure } from '../shared/result.ts';
import type { ScreenText } from '../shared/screen-text.ts';

/** Steps of a session (§4.16): the states of the chart's region `step`. */
export type SessionStep =
  /** Before the first reading, and a state that this build does not know. */
  | 'unknown'
  /** No session. */
  | 'notInQueue'
  /** In line: no deadline (§3.51). */
  | 'queued'
  /** Choosing seats, or filling forms when the reading has a draft (§3.53). */
  | 'online'
  /** The forms are in (§4.3). */
  | 'paymentSelection'
  /** A payment is awaited. */
  | 'paymentProcessing'
  /** Paid: wins over any clock. */
  | 'completed'
  /** Its time ran out. */
  | 'expired'
  /** Given up by its buyer or ended by the operator. */
  | 'cancelled'
  /** Ended by a fault. */
  | 'failed';

/** One response of GET /session, with its deadline on the monotonic clock of the device: reply time + remaining_seconds (§4.12). */
export interface SessionReading {
  /** Which session this is about; null where there is none. `seq` counts within one session only. */
  readonly id: string | null;
  /** Where it is; 'notInQueue' where there is none. The chart follows it before the root receives it. */
  readonly step: SessionStep;
  readonly slug: string | null;
  readonly eventName: string | null;
  /** When the show begins, as the server writes it; null where it does not say. */
  readonly showAt: string | null;
  /** Monotonic milliseconds; null while waiting. Small differences from one response to the next are evened out (`withSteadyDeadline`). */
  readonly deadline: number | null;
  /** Milliseconds left to it when the reply came; null while waiting. */
  readonly remainingMs: number | null;
  /** 1 is next; null when not waiting. */
  readonly position: number | null;
  /** The account's own number in the line; null before a draw, when not waiting, and from a server without numbers (§3.2). */
  readonly number: number | null;
  /** The account's public name in the list of a draw; null without a draw. */
  readonly entrant: string | null;
  /** True for an entrant whom the draw leaves out; the number follows those drawn. */
  readonly behindDraw: boolean;
  /** Milliseconds to the next read if nothing happens before; null where the server names none. */
  readonly nextContactMs: number | null;
  readonly servedPerMinute: number | null;
  /** Seats that nobody holds or has bought; null where there are none to count. */
  readonly seatsLeft: number | null;
  readonly paused: boolean;
  /** True while another device of the account is the one that is moved to the seats by itself. */
  readonly isFollowing: boolean;
  /** True for one whose turn came while nobody was there, and who is let in next (§11.21). */
  readonly passedOver: boolean;
  /** Minutes for which a place is kept after a missed turn; null where the server does not say. */
  readonly keptMinutes: number | null;
  readonly seq: number;
  readonly hasDraft: boolean;
  readonly endReason: string | null;
  readonly endNote: string | null;
}

/** What the session machine keeps. */
export interface SessionContext {
  readonly parent: ParentRef<SessionParentEvent>;
  readonly random: () => number;
  readonly reading: SessionReading | null;
  readonly failure: Failure | null;
  /** How a read that failed is made again (§4.110). */
  readonly healing: Healing;
  /** Visit whose page asked for the read that runs, echoed in its response (§6.30). */
  readonly visit: number;
  /** False while polling has to make up for the broker. */
  readonly realtime: boolean;
  /** Session that this tab asked to give up. */
  readonly leaving: string | null;
  /** What the broker said of an end that no reading has confirmed yet. */
  readonly hint: EndHint | null;
  /** Session whose end was reported last: each end is reported once. */
  readonly announcedEnd: string | null;
}

/** Words of the broker about an end; a reading decides whether there was one (§4.11). */
export interface EndHint {
  readonly event: 'user_kicked' | 'user_left';
  readonly reason: string | null;
}

/** What the regions of the session machine tell one another. */
export type SessionInnerEvent =
  /** A reading was taken over: step and clock follow it, and the root receives it. */
  | { readonly type: 'reading.taken' }
  /** The response of a running read is older than what is known. */
  | { readonly type: 'reading.outdated' }
  | { readonly type: 'deadline.reached' };

/** Events that the session machine takes. */
export type SessionEvent =
  | HastenEvent
  /** Read now; a read that runs is dropped, so that the response is younger than the wish. */
  | { readonly type: 'session.refresh'; readonly visit?: number; readonly hint?: EndHint }
  /** Real-time came or went: sets the pace of polling (§4.10). */
  | { readonly type: 'session.pace'; readonly realtime: boolean }
  /** Give up the place or the seats (bubble, §2.93). */
  | { readonly type: 'session.exit' }
  /** A flow of this tab gives the session up: its end is the buyer's own doing. */
  | { readonly type: 'session.leaving' };

/** Text of a session that could not be given up (§8.21). */
export type ExitText = ScreenText<'bubble.exitRefused' | 'bubble.exitFailed'>;

/** What the session machine tells the root. */
export type SessionParentEvent =
  | { readonly type: 'session.read'; readonly reading: SessionReading; readonly visit: number }
  | { readonly type: 'session.readFailed'; readonly failure: Failure; readonly visit: number }
  /** A session is over, reported once for each; the reading that says so follows (§4.21). */
  | { readonly type: 'session.ended'; readonly ending: Ending }
  | { readonly type: 'session.exited'; readonly slug: string | null }
  /** `message` is one of the two of §8.21 (§2.93). */
  | { readonly type: 'session.exitFailed'; readonly text: ExitText };

/** What the session machine starts from. */
export interface SessionInput {
  readonly parent: ParentRef<SessionParentEvent>;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  readonly realtime: boolean;
  /** Visit the first read is for; 0 unless given. */
  readonly visit?: number;
}
