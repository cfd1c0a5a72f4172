import type { RealtimeMessage } from '../../contract/realtime.ts';
import type { ParentRef } from '../shared/parent.ts';

/** What the realtime machine keeps (§4.90: connection state). */
export interface RealtimeContext {
  readonly parent: ParentRef<RealtimeParentEvent>;
  readonly userId: string;
  /** Event whose topics are subscribed; null for the global topic alone. */
  readonly slug: string | null;
  /** True while the line's document of that event is subscribed: on the queue page alone, because it changes up to once a second. */
  readonly followsLine: boolean;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  readonly attempts: number;
  /** How often a client gave up since the last opening or wake. */
  readonly rounds: number;
  readonly error: string | null;
}

/** Events that the realtime machine takes. */
export type RealtimeEvent =
  /** Connects, or only switches the event when connected (§4.94). */
  | { readonly type: 'realtime.connect'; readonly slug: string | null }
  /** The queue page was entered or left. */
  | { readonly type: 'realtime.line'; readonly followsLine: boolean }
  /** Ends the client until 'realtime.connect' (§4.87: logout). */
  | { readonly type: 'realtime.disconnect' }
  /** A wake, 'online', a flow page, 'Refresh Antrean': a client that gave up tries again (§4.93). */
  | { readonly type: 'realtime.rearm' }
  // Facts of the connection port. It retries on its own, and reports each try that follows a loss or a failed first one.
  | { readonly type: 'connection.opened' }
  | { readonly type: 'connection.lost' }
  | { readonly type: 'connection.retried' }
  | { readonly type: 'connection.failed'; readonly message: string }
  | { readonly type: 'connection.received'; readonly message: RealtimeMessage };

/** Events that the connection port takes, open or not: the newest event is the one to subscribe to. */
export type ConnectionCommand =
  | { readonly type: 'topics.switch'; readonly slug: string | null }
  | { readonly type: 'line.switch'; readonly followsLine: boolean };

/** What the connection port starts from. It ends its client when it is stopped. */
export interface ConnectionInput {
  readonly userId: string;
  readonly slug: string | null;
  readonly followsLine: boolean;
}

/** What the realtime machine tells the root. */
export type RealtimeParentEvent =
  | {
      readonly type: 'realtime.changed';
      readonly connected: boolean;
      readonly error: string | null;
    }
  | { readonly type: 'realtime.received'; readonly message: RealtimeMessage };

/** What the realtime machine starts from. */
export interface RealtimeInput {
  readonly parent: ParentRef<RealtimeParentEvent>;
  readonly userId: string;
  readonly slug: string | null;
  /** A number from 0 to 1, for jitter; without it there is none. */
  readonly random?: () => number;
}
