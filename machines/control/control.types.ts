import type { BodyOf } from '../../contract/call/call.ts';
import type { ControlFigures, controlGive, Steering } from '../../contract/staff/control.ts';
import type { StaffRefusal } from '../staff/staff.problem.ts';

/** An act of the control room, by the call that makes it. */
export type ControlAct =
  | { readonly kind: 'steer'; readonly body: Steering }
  | { readonly kind: 'message'; readonly message: string | null }
  | { readonly kind: 'remove'; readonly email: string; readonly reason: string | null }
  | { readonly kind: 'give'; readonly body: BodyOf<typeof controlGive> };

/** What the server said to an act, in one sentence. */
export type Said = string;

/** One read of the figures, for the plot. */
export interface Point {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly waiting: number;
  readonly letIn: number;
}

/** Context of the control machine. */
export interface ControlContext {
  readonly slug: string;
  /** The last figures that came; null before the first. */
  readonly figures: ControlFigures | null;
  /** The reads since the page was opened, the oldest first. */
  readonly past: readonly Point[];
  readonly said: Said | null;
  /** Why the last act did not work: the server's sentence, or what kept it from one. */
  readonly refusal: StaffRefusal | null;
}

/** Events of the control machine. */
export type ControlEvent =
  | { readonly type: 'act'; readonly act: ControlAct }
  | { readonly type: 'said.dismiss' };

/** What the control machine tells its page. */
export type ControlEmitted = { readonly type: 'session.ended' };
