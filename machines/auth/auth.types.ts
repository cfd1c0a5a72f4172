import type { User } from '../../contract/account.ts';
import type { HastenEvent, Healing } from '../shared/healing.ts';
import type { ParentRef } from '../shared/parent.ts';
import type { Screen } from '../shared/screen.ts';
import type { ScreenText } from '../shared/screen-text.ts';

/** Where a sign-in or registration is shown. */
export type Surface = 'page' | 'modal';

/** A registration as typed, the phone already with its prefix. */
export interface Registration {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly password: string;
}

/** What a form says of a failure (§8.10). */
export type AuthText = ScreenText<
  | 'login.failed'
  | 'login.networkFailed'
  | 'login.codeFailed'
  | 'login.unconfirmed'
  | 'login.googleFailed'
  | 'login.googleAddressFailed'
  | 'register.failed'
>;

/** What the auth machine keeps. A password is never in it: it goes from its event into its call. */
export interface AuthContext {
  readonly parent: ParentRef<AuthParentEvent>;
  readonly user: User | null;
  readonly surface: Surface;
  readonly returnTo: Screen | null;
  /** The account that is signing in, until the server shows it: no id, not verified (§4.82). */
  readonly pending: User | null;
  readonly error: AuthText | null;
  /** Why the account is read. */
  readonly cause: AuthCause;
  /** How the running read is made again while the server does not respond (§4.81). */
  readonly healing: Healing;
}

/** Events that the auth machine takes. */
export type AuthEvent =
  | HastenEvent
  | { readonly type: 'login.open'; readonly surface: Surface; readonly returnTo: Screen | null }
  | { readonly type: 'login.edit' }
  | { readonly type: 'login.submit'; readonly email: string; readonly password: string }
  | { readonly type: 'register.open'; readonly surface: Surface; readonly returnTo: Screen | null }
  | { readonly type: 'register.edit' }
  | { readonly type: 'register.submit'; readonly registration: Registration }
  /** 'Continue with Google' of either form. */
  | { readonly type: 'google.start' }
  /** Closes the form, wherever it is shown. */
  | { readonly type: 'auth.close' }
  /** The code was accepted: the account is read again. */
  | { readonly type: 'code.accepted' }
  /** A call was refused as signed out or not verified while somebody was thought to be signed in. */
  | { readonly type: 'auth.refused' }
  /** Another tab signed in. */
  | { readonly type: 'auth.recheck' }
  /** Another tab signed out: nobody is signed in here either, whatever a running read would say. */
  | { readonly type: 'auth.signedOut' }
  | { readonly type: 'auth.signOut' };

/** What the reader of the account and the account tell one another. */
export type AuthInnerEvent =
  /** The response of a running read is older than what comes next. */
  | { readonly type: 'read.drop' }
  /** Signed in and verified, or signed in only. */
  | { readonly type: 'user.confirmed' | 'user.unproven'; readonly user: User }
  | { readonly type: 'user.gone' }
  /** No response to build on after the first tries; the reader tries on (§4.81). */
  | { readonly type: 'user.unsure' };

/** Why the account changed. */
export type AuthCause = 'check' | 'login' | 'registration' | 'code' | 'logout' | 'refused';

/** What the auth machine tells the root. Every read with a response ends with one of the first three, also when nothing changed. */
export type AuthParentEvent =
  | { readonly type: 'auth.anonymous'; readonly because: AuthCause }
  | { readonly type: 'auth.unverified'; readonly user: User; readonly because: AuthCause }
  | { readonly type: 'auth.verified'; readonly user: User; readonly because: AuthCause }
  /** Signing out has begun: the page stops its timers and prompts (the queue-exit of §4.87). */
  | { readonly type: 'auth.leaving' }
  /** The success message was shown long enough: the three landing rules apply now (§4.83). */
  | { readonly type: 'auth.landed'; readonly surface: Surface; readonly returnTo: Screen | null }
  /** The code page is next (§4.82). */
  | {
      readonly type: 'auth.codeNeeded';
      readonly email: string | null;
      readonly returnTo: Screen | null;
    };

/** What the auth machine starts from. */
export interface AuthInput {
  readonly parent: ParentRef<AuthParentEvent>;
  /** A number from 0 to 1, for jitter; without it there is none. */
  readonly random?: () => number;
}
