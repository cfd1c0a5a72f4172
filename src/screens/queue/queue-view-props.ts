import type { ReactNode } from 'react';
import type { QueueNotice } from '../../../machines/queue/queue.types.ts';

/** View of the page, one per state of the flow. */
export type QueueStage = 'loading' | 'waiting' | 'promoted' | 'online' | 'failed' | 'unknown';

/** Whether a sound announces the turn. `blocked`: switched on, but the browser plays no sound before the page is touched. */
export type TurnSound = 'none' | 'off' | 'on' | 'blocked';

/** Props of the queue view. */
export interface QueueViewProps {
  readonly stage: QueueStage;
  readonly slug: string;
  readonly eventName: string | null;
  readonly image: string | null;
  /** 1 is next. */
  readonly position: number | null;
  readonly isPaused: boolean;
  /** Sessions admitted per minute; null while unknown. */
  readonly servedPerMinute: number | null;
  /** Available seats; null while unknown. */
  readonly seatsLeft: number | null;
  /** True while another device of the account moves on to the seats. */
  readonly isFollowing: boolean;
  readonly isTakingOver: boolean;
  /** True if the buyer has missed a turn. */
  readonly isPassedOver: boolean;
  /** Minutes for which the server keeps the position after a missed turn; null while unknown. */
  readonly keptMinutes: number | null;
  readonly sound: TurnSound;
  /** Monotonic milliseconds. */
  readonly deadline: number | null;
  readonly notices: readonly QueueNotice[];
  /** The newest entry of the event's log. */
  readonly log: ReactNode;
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
