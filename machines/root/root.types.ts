import type { User } from '../../contract/account.ts';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import type { AuthParentEvent } from '../auth/auth.types.ts';
import type { PaymentParentEvent } from '../payment/payment.types.ts';
import type { QueueParentEvent } from '../queue/queue.types.ts';
import type { RealtimeParentEvent } from '../realtime/realtime.types.ts';
import type { ExitText, SessionParentEvent, SessionReading } from '../session/session.types.ts';
import type { Ending } from '../shared/ending.ts';
import type { Healing } from '../shared/healing.ts';
import type { Screen } from '../shared/screen.ts';
import type { ScreenText } from '../shared/screen-text.ts';
import type { AuthStatus, PageRefusal } from './redirect.ts';

/** What the card of a page that cannot be entered says (§2.219). */
export type ProblemText = ScreenText<
  | 'queue.autoJoinFailed'
  | 'queue.checkFailed'
  | 'seats.loadFailed'
  | 'form.draftFailed'
  | 'payment.readFailed'
  | 'blocked.verification'
>;

/** What the root keeps: facts that decide where the buyer is, never a copy of a flow's state. */
export interface RootContext {
  readonly random: () => number;
  readonly auth: AuthStatus;
  readonly user: User | null;
  /** The page that is shown; the address bar follows it. */
  readonly screen: Screen;
  /** How the address bar gets there: a forward step is a new entry, a redirect replaces the old one. */
  readonly entry: 'push' | 'replace';
  /** The newest reading of the session; null before the first, and when signed out. */
  readonly reading: SessionReading | null;
  /** Visit whose page asked for that reading. */
  readonly readingVisit: number;
  /** Rises with every page of the purchase that is entered; a reading counts for a redirect only if it was asked for since. */
  readonly visit: number;
  /** The end of the buyer's last session, until it is answered by a press or another session lives (§4.21). */
  readonly ending: Ending | null;
  /** The end that is being shown: by the page whose session it was, then on the next pages until it is read. */
  readonly farewell: Ending | null;
  readonly refusal: PageRefusal | null;
  /** 'none' once the flow of this page found no draft to go on with. */
  readonly draft: 'unknown' | 'none';
  /** A page asked for that waits for a 'yes, leave'. */
  readonly wanted: Screen | null;
  /** Text of the error card of a page that cannot be entered. */
  readonly problem: ProblemText | null;
  /** How a page that cannot be entered heals by itself: it is tried again, the session's reader is waited for, or only a press helps. */
  readonly cure: 'retry' | 'reading' | 'press';
  /** How a join or a page that failed is tried again (§4.110). */
  readonly healing: Healing;
  /** Words of the bubble's failed exit (§8.21). */
  readonly exitProblem: ExitText | null;
  readonly realtime: { readonly connected: boolean; readonly error: string | null };
  /** True once the code of the flows of the pages is there. */
  readonly flowsLoaded: boolean;
  /** Redirects of the last ten seconds, oldest first (§6.31). */
  readonly trail: readonly Redirect[];
}

/** A move the product made by itself, and the visit it began. */
export interface Redirect {
  readonly from: Screen;
  readonly to: Screen;
  readonly visit: number;
}

/** Events from people and pages that the root takes. */
export type RootUserEvent =
  /** A link was followed or an address was entered. */
  | { readonly type: 'route.visited'; readonly screen: Screen }
  /** Back or Forward was pressed. */
  | { readonly type: 'route.popped'; readonly screen: Screen }
  /** 'Buy Now' (§2.139). */
  | {
      readonly type: 'purchase.request';
      readonly slug: string;
      /** The event has several shows: which one is wanted is known only after the choice. */
      readonly hasShows?: boolean;
    }
  /** 'Continue' of 'Choose Your Show', with the slug of the show; without one the show of the page is meant. */
  | { readonly type: 'show.confirm'; readonly slug?: string | undefined }
  | { readonly type: 'show.close' }
  /** A place in another event is held: go on with that one, give it up for this one, or neither (§4.34). */
  | { readonly type: 'switch.resume' }
  | { readonly type: 'switch.release' }
  | { readonly type: 'switch.close' }
  /** 'Yes' and 'no' to leaving a place in the queue. */
  | { readonly type: 'leave.confirm' }
  | { readonly type: 'leave.cancel' }
  /** The tab became visible, got focus, came back from the page cache or online again (§4.13). */
  | { readonly type: 'page.woke' }
  /** 'Try Again' and 'Retry Join Queue'. */
  | { readonly type: 'page.retry' }
  | { readonly type: 'notice.dismiss' }
  /** The words of an end that went along were read. */
  | { readonly type: 'farewell.dismiss' }
  /** 'Masuk antrean lagi' of a page whose session is over. */
  | { readonly type: 'session.rejoin' }
  /** 'Lanjutkan' and 'Cancel/Exit Session' of the bubble (§2.91). */
  | { readonly type: 'bubble.resume' }
  | { readonly type: 'bubble.exit' };

/** All events that the root takes. */
export type RootEvent =
  | RootUserEvent
  | AuthParentEvent
  | SessionParentEvent
  | RealtimeParentEvent
  | QueueParentEvent
  | PaymentParentEvent;

/** What the root tells itself. */
export type RootOwnEvent =
  /** The redirect that began this visit is ten seconds old. */
  | { readonly type: 'redirect.aged'; readonly visit: number }
  /** The session is over, and no call of this page is on its way whose response may say otherwise. */
  | { readonly type: 'ending.due' };

/** What the browser hears from the root without being a state: seats that changed hands. */
export type RootEmitted = {
  readonly type: 'seats.changed';
  readonly message: Extract<RealtimeMessage, { readonly kind: 'seats' }>;
};

/** What the root starts from. */
export interface RootInput {
  /** The page of the address bar. */
  readonly screen: Screen;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** True where the code of every flow is there from the start. */
  readonly flowsLoaded?: boolean;
}
