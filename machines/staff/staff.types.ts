import type { AnswerOf } from '../../contract/call/call.ts';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import type { readInvitation, StaffSelf } from '../../contract/staff/calls.ts';

/** An invitation as its page shows it. */
export type Invitation = AnswerOf<typeof readInvitation>;
/** Why the last step did not work: a refusal by its code, or a server that gave no usable response. */
export type StaffProblem = RefusalCode | 'unreachable' | 'broken';

/** Context of the staff machine; it holds no password and no code. */
export interface StaffContext {
  /** Token of the invitation in the address; null without one. */
  readonly token: string | null;
  readonly invitation: Invitation | null;
  readonly self: StaffSelf | null;
  readonly problem: StaffProblem | null;
}

/** Events of the staff machine. */
export type StaffEvent =
  | {
      readonly type: 'signIn';
      readonly email: string;
      readonly password: string;
      readonly code: string;
    }
  | { readonly type: 'invitation.accept'; readonly password: string; readonly code: string }
  | { readonly type: 'signOut' }
  /** A call of another part of the page was refused because the sign-in has ended. */
  | { readonly type: 'session.ended' }
  | { readonly type: 'retry' };
