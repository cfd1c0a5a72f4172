import type { QueueNotice } from '../../../machines/queue/queue.types.ts';

/** What the page shows, one for each state of the flow. */
export type QueueStage = 'loading' | 'waiting' | 'promoted' | 'online' | 'failed' | 'unknown';

/** Whether the turn is called by sound. `blocked` wants it, and the browser does not let the page sound before it is touched. */
export type TurnSound = 'none' | 'off' | 'on' | 'blocked';

/** What the page of the line is drawn from. */
export interface QueueViewProps {
  readonly stage: QueueStage;
  readonly slug: string;
  readonly eventName: string | null;
  readonly image: string | null;
  /** 1 is next. */
  readonly position: number | null;
  readonly isPaused: boolean;
  /** People let in per minute; null until that is known. */
  readonly servedPerMinute: number | null;
  /** Seats that nobody holds or has bought; null where that is not known. */
  readonly seatsLeft: number | null;
  /** True while another device of the account is the one that is moved to the seats. */
  readonly isFollowing: boolean;
  readonly isTakingOver: boolean;
  /** True for one whose turn came while nobody was there. */
  readonly isPassedOver: boolean;
  /** Minutes for which a place is kept after a missed turn; null where that is not known. */
  readonly keptMinutes: number | null;
  readonly sound: TurnSound;
  /** Monotonic milliseconds. */
  readonly deadline: number | null;
  readonly notices: readonly QueueNotice[];
  /** The newest entry of the event's log. */
  readonly log: string | null;
  readonly realtime: { readonly connected: boolean; readonly error: string | null };
  readonly error: string | null;
  readonly isLeaving: boolean;
  readonly canRefresh: boolean;
  readonly canLeave: boolean;
  readonly onRefresh: () => void;
  readonly onLeave: () => void;
  readonly onRetry: () => void;
  readonly onTakeOver: () => void;
  readonly onSound: (isOn: boolean) => void;
  readonly onGoToSeats: () => void;
}
