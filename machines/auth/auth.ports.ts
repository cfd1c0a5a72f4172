import { fromPromise } from 'xstate';
import type { User } from '../../contract/account.ts';
import type { CodeGrant } from '../otp/otp.grant.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { Screen } from '../shared/screen.ts';
import type { Registration, Surface } from './auth.types.ts';

/** The effects of the auth machine. */
export const authPorts = {
  /** GET /auth/me; refused as `unauthenticated` when nobody is signed in. Stored data of anyone but a verified buyer is deleted (§3.91: user change). */
  fetchUser: fromPromise<Result<User>>(notProvided('auth.fetchUser')),
  /** POST /auth/login; sets the session cookie. */
  login: fromPromise<
    Result<{ readonly isVerified: boolean }>,
    { readonly email: string; readonly password: string }
  >(notProvided('auth.login')),
  /** POST /auth/register; sets the session cookie of an account that is not verified yet. */
  register: fromPromise<Result<{ readonly isVerified: boolean }>, Registration>(
    notProvided('auth.register'),
  ),
  /** GET /auth/generate-otp: sends a code to the account just signed in. */
  requestCode: fromPromise<Result<CodeGrant>>(notProvided('auth.requestCode')),
  /** GET /auth/google/url, then leaves the page for the address it gives. From a modal the way back leads to the page below it. */
  openGoogle: fromPromise<
    Result<null>,
    { readonly surface: Surface; readonly returnTo: Screen | null }
  >(notProvided('auth.openGoogle')),
  /** Resolves when the page, once left, is shown again as it was (the browser's page cache). */
  untilShownAgain: fromPromise<void>(notProvided('auth.untilShownAgain')),
  /** DELETE /session, on the way out. */
  exitSession: fromPromise<Result<unknown>>(notProvided('auth.exitSession')),
  /** POST /auth/logout. */
  logout: fromPromise<Result<unknown>>(notProvided('auth.logout')),
  /** Forgets everything this browser keeps about the account, and tells other tabs (§3.91, §4.87). */
  clearLocal: fromPromise<void>(notProvided('auth.clearLocal')),
  /** Loads the home page again. */
  reloadHome: fromPromise<void>(notProvided('auth.reloadHome')),
};
