import type { Line } from '../../contract/queue.ts';
import type { SessionReading } from '../session/session.types.ts';
import type { HastenEvent, Healing } from '../shared/healing.ts';
import type { ParentRef } from '../shared/parent.ts';
import type { ScreenText } from '../shared/screen-text.ts';

/** One line of the small log on the queue page; `key` names its text in the catalogue. */
export interface QueueNotice {
  readonly id: number;
  readonly key:
    | 'queue.notice.promoted'
    | 'queue.notice.realtimeLost'
    | 'queue.notice.realtimeBack'
    | 'queue.notice.system';
  readonly detail: string | null;
}

/** What the queue page says of a failure (§8.20). */
export type QueueText = ScreenText<
  'queue.joinFailed' | 'queue.eventMissing' | 'queue.checkFailed' | 'queue.moveFailed'
>;

/** Where the buyer stands, by the newest word: a reading of the session, or the line's document with the buyer's own number. */
export interface Place {
  /** 1 is next; null while unknown. */
  readonly position: number | null;
  /** Sessions let in per minute; null while unknown. */
  readonly servedPerMinute: number | null;
  /** Seats that nobody holds or has bought; null where there are none to count. */
  readonly seatsLeft: number | null;
  readonly paused: boolean;
}

/** What the line's document tells a buyer whose reading does not know it yet. */
export type LineNews =
  | 'turn'
  /** So near the front that the server has to hear of the buyer oftener than it said (decision 057). */
  | 'near'
  | 'draw'
  | 'closed';

/** What the queue machine keeps. */
export interface QueueContext {
  readonly parent: ParentRef<QueueParentEvent>;
  readonly slug: string;
  readonly reading: SessionReading | null;
  readonly place: Place;
  /** The newest document of the line; null before the first, and from a server without one (§11.14). */
  readonly line: Line | null;
  /** What a document said last that a reading is asked to confirm, and for which number: it is asked once. */
  readonly heard: string | null;
  /** True until it is asked. */
  readonly isDue: boolean;
  /** How many buyers heard the same, over whom the readings are spread. */
  readonly crowd: number;
  readonly realtime: boolean;
  /** The last three (§9.38). */
  readonly notices: readonly QueueNotice[];
  readonly noticeCount: number;
  /** Notices of the last three seconds, which are not said again (§4.11). */
  readonly recent: readonly string[];
  /** The newest entry of the event's log. */
  readonly log: string | null;
  /** Text of a failed call; while in line it does not stop the waiting. */
  readonly error: QueueText | null;
  readonly healing: Healing;
  /** True while a join or a take-over has no response. */
  readonly hasNoResponse: boolean;
}

/** Events that the queue machine takes. Facts come from the root: a message of the broker only makes the root read. */
export type QueueEvent =
  | HastenEvent
  | { readonly type: 'queue.reading'; readonly reading: SessionReading }
  | { readonly type: 'queue.readFailed' }
  /** The line's document, read or received. */
  | { readonly type: 'queue.line'; readonly line: Line }
  | {
      readonly type: 'queue.realtimeChanged';
      readonly connected: boolean;
      readonly error: string | null;
    }
  /** Words of the system, for everybody. */
  | { readonly type: 'queue.systemSaid'; readonly message: string }
  /** An entry of the event's log. */
  | { readonly type: 'queue.logged'; readonly message: string }
  /** 'Refresh Antrean': reads again and re-arms real-time, never reloads (§2.167, §4.93). */
  | { readonly type: 'queue.refresh' }
  /** 'Lanjutkan di sini': of the devices of the account, this one is to be moved to the seats. */
  | { readonly type: 'queue.takeOver' }
  /** 'Lanjut ke antrean': the number that was drawn has been seen. */
  | { readonly type: 'queue.proceed' }
  /** 'Keluar dari Antrean'. */
  | { readonly type: 'queue.leave' }
  /** 'Try Again'. */
  | { readonly type: 'queue.retry' }
  /** 'Go to Seat Selection'. */
  | { readonly type: 'queue.goToSeats' };

/** What the queue machine tells itself. */
export type QueueOwnEvent =
  /** A notice is old enough to be said again. */
  | { readonly type: 'notice.aged'; readonly said: string }
  /** It is this buyer's turn to read what the document said. */
  | { readonly type: 'line.due' };

/** Events that the watcher of the line takes: real-time came or went, or the document is wanted now. */
export interface LineCommand {
  readonly type: 'line.watch';
  readonly realtime: boolean;
  readonly isWanted: boolean;
}

/** What the queue machine tells the root in mid-flight. */
export type QueueParentEvent =
  | { readonly type: 'session.refreshWanted' }
  /** The place is given up here: this tab does not announce its end (§4.20). */
  | { readonly type: 'session.leaving' }
  | { readonly type: 'realtime.rearmWanted' };

/** What the queue machine starts from. */
export interface QueueInput {
  readonly parent: ParentRef<QueueParentEvent>;
  readonly slug: string;
  /** The reading that let the buyer onto the page. */
  readonly reading: SessionReading | null;
  /** False where polling has to make up for the broker; so unless given. */
  readonly realtime?: boolean;
  /** A number from 0 to 1, for jitter; without it there is none. */
  readonly random?: () => number;
}

/** How waiting ends. */
export type QueueOutput =
  | { readonly kind: 'seats' }
  /** The live session is at another step or another event: the root routes by it. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'left' }
  | { readonly kind: 'signedOut' };

/** What the queue machine announces to its page: the buyer waited, and is let in (§2.170). */
export interface QueueEmitted {
  readonly type: 'turn.came';
}
