import type { EventForm, FormSubmissions } from '../../contract/forms.ts';
import type { DraftResponse } from '../../contract/order.ts';
import type { HastenEvent, Healing } from '../shared/healing.ts';
import type { ScreenText } from '../shared/screen-text.ts';

/** Texts of the order form (§8.25). Seats may be gone because another page of the account released them (§4.58). */
export type OrderFormText = ScreenText<
  | 'form.loadFailed'
  | 'form.draftFailed'
  | 'form.submitFailed'
  | 'form.noSeats'
  | 'form.seatsReleased'
  | 'purchase.timeUp'
>;

/** What the order-form machine keeps. Field text lives in the form, only submitted answers come here. */
export interface OrderFormContext {
  readonly slug: string;
  readonly draft: DraftResponse | null;
  readonly forms: readonly EventForm[];
  readonly submissions: FormSubmissions | null;
  readonly error: OrderFormText | null;
  /** How calls that failed are made again (§4.110). */
  readonly healing: Healing;
  /** True while a submission got no response: the same call is made again by itself, unless the buyer changes their mind. */
  readonly hasNoResponse: boolean;
  /** True once the time of the session ran out while a submission was on its way. */
  readonly isLate: boolean;
}

/** Events that the order-form machine takes. */
export type OrderFormEvent =
  | HastenEvent
  /** 'Continue to Payment' with every required field filled: opens the confirmation. */
  | { readonly type: 'form.review'; readonly submissions: FormSubmissions }
  /** 'Beli Sekarang' in the confirmation. */
  | { readonly type: 'form.confirm' }
  /** Closes the confirmation. */
  | { readonly type: 'form.edit' }
  /** 'Proceed to Payment' when nothing is asked. */
  | { readonly type: 'form.proceed' }
  | { readonly type: 'form.retry' }
  /** The session changed: the draft may have been given back or changed on another page of the account (§4.58). */
  | { readonly type: 'draft.stale' }
  /** The time of the session ran out while a submission was on its way: its response decides (§4.15). */
  | { readonly type: 'session.timeUp' }
  /** 'No seats found.' and the like were read. */
  | { readonly type: 'notice.dismiss' };

/** What the order-form machine starts from. */
export interface OrderFormInput {
  readonly slug: string;
  /** A number from 0 to 1, for jitter; without it there is none. */
  readonly random?: () => number;
}

/** How filling forms ends. */
export type OrderFormOutput =
  | { readonly kind: 'locked' }
  /** No draft: back to the seats (§6.27). */
  | { readonly kind: 'noDraft' }
  /** The submission was too late: the seats say so. */
  | { readonly kind: 'timeUp' }
  /** The draft is locked already, or a payment runs: the session says where to go. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'signedOut' };
