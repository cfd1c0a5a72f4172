import type { BodyOf } from '../../contract/call/call.ts';
import type { DeskOrder, deskRefund, FoundOrder } from '../../contract/staff/desk.ts';
import type { StaffRefusal } from '../staff/staff.problem.ts';

/** A correction of an order or of one of its tickets. */
export type DeskAct =
  | { readonly kind: 'sendAgain' }
  | { readonly kind: 'rename'; readonly ticketId: string; readonly name: string }
  | { readonly kind: 'reissue'; readonly ticketId: string }
  | { readonly kind: 'void'; readonly ticketId: string; readonly seat: 'kept' | 'onSale' }
  | { readonly kind: 'move'; readonly ticketId: string; readonly seatNumber: string }
  | { readonly kind: 'refund'; readonly body: BodyOf<typeof deskRefund> };

/** Context of the desk machine. */
export interface DeskContext {
  readonly query: string;
  /** What the last search found; null before the first. */
  readonly found: readonly FoundOrder[] | null;
  /** Code of the order that is open or being opened. */
  readonly orderCode: string | null;
  readonly order: DeskOrder | null;
  /** True after an act until the next one. */
  readonly isDone: boolean;
  readonly refusal: StaffRefusal | null;
}

/** Events of the desk machine. */
export type DeskEvent =
  | { readonly type: 'find'; readonly query: string }
  | { readonly type: 'order.open'; readonly orderCode: string }
  | { readonly type: 'order.close' }
  | { readonly type: 'act'; readonly act: DeskAct };

/** What the desk machine tells its page. */
export type DeskEmitted = { readonly type: 'session.ended' };
