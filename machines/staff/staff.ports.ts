import { fromPromise } from 'xstate';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { Invitation } from './staff.types.ts';

/** The effects of the staff machine. */
export const staffPorts = {
  /** GET /staff/me: refused as `unauthenticated` without a sign-in. */
  readSelf: fromPromise<Result<StaffSelf>>(notProvided('staff.readSelf')),
  /** POST /staff/invitation: refused as `invitationInvalid`. */
  readInvitation: fromPromise<Result<Invitation>, { readonly token: string }>(
    notProvided('staff.readInvitation'),
  ),
  /** POST /staff/invitation/accept: signs in. */
  accept: fromPromise<
    Result<StaffSelf>,
    { readonly token: string; readonly password: string; readonly code: string }
  >(notProvided('staff.accept')),
  /** POST /staff/sign-in: refused as `wrongCredentials` whatever was wrong. */
  signIn: fromPromise<
    Result<StaffSelf>,
    { readonly email: string; readonly password: string; readonly code: string }
  >(notProvided('staff.signIn')),
  /** POST /staff/sign-out. */
  signOut: fromPromise<Result<null>>(notProvided('staff.signOut')),
};
