import type { ReactNode } from 'react';
import type { QueueNotice } from '../../../machines/queue/queue.types.ts';
import type { MachineText } from '../../text/translate.ts';

/** View of the page, one per state of the flow. */
export type QueueStage =
  | 'loading'
  | 'gathering'
  | 'drawn'
  | 'waiting'
  | 'promoted'
  | 'online'
  | 'failed'
  | 'unknown';

/** Whether a sound announces the turn. `blocked`: switched on, but the browser plays no sound before the page is touched. */
export type TurnSound = 'none' | 'off' | 'on' | 'blocked';

/**
 * Whether a notification announces the turn while the page is closed. `blocked`: the browser's settings refuse it; `failed`: no push service or
 * server took it.
 */
export type TurnPushState = 'none' | 'off' | 'busy' | 'on' | 'blocked' | 'failed';

/** Props of the queue view. */
export interface QueueViewProps {
  readonly stage: QueueStage;
  readonly slug: string;
  readonly eventName: string | null;
  readonly image: string | null;
  /** 1 is next. */
  readonly position: number | null;
  /** People ahead when the buyer joined, as this browser knows it; null while unknown. */
  readonly startAhead: number | null;
  readonly isPaused: boolean;
  /** The buyer's own number in the line; null before a draw, and from a server without numbers. */
  readonly number: number | null;
  /** The buyer's public name in the list of the draw; null without a draw. */
  readonly entrant: string | null;
  /** True where the draw leaves the buyer out, because the domain of the address has all its lots. */
  readonly behindDraw: boolean;
  /** The draw, as the line's document tells it. */
  readonly draw: {
    readonly isDrawing: boolean;
    /** When the draw takes place, as the server writes it; null while unknown. */
    readonly opensAt: string | null;
    /** People in the waiting room; null while unknown. */
    readonly entrants: number | null;
    /** Numbers given so far; null while unknown. */
    readonly issued: number | null;
  };
  /** A message of the organiser to all who wait. */
  readonly message: string | null;
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
  readonly push: TurnPushState;
  /** Monotonic milliseconds. */
  readonly deadline: number | null;
  readonly notices: readonly QueueNotice[];
  /** Prices and seat map, to study meanwhile. */
  readonly study: ReactNode;
  /** The newest entry of the event's log. */
  readonly log: ReactNode;
  readonly realtime: { readonly connected: boolean; readonly error: string | null };
  readonly error: MachineText | null;
  readonly isLeaving: boolean;
  readonly canRefresh: boolean;
  readonly canLeave: boolean;
  readonly onRefresh: () => void;
  readonly onLeave: () => void;
  readonly onRetry: () => void;
  readonly onTakeOver: () => void;
  readonly onProceed: () => void;
  readonly onSound: (isOn: boolean) => void;
  readonly onPush: (isOn: boolean) => void;
  readonly onGoToSeats: () => void;
}
