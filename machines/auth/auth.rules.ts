import type { User } from '../../contract/account.ts';
import { grantOfRefusal, isSpent } from '../otp/otp.grant.ts';
import { type Failure, isRefusedAs, type Result } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import type { AuthInnerEvent, AuthText, Registration } from './auth.types.ts';

/** True when the server says that nobody is behind the cookie: a clear refusal alone (§4.81). */
export function isNobody(failure: Failure): boolean {
  return isRefusedAs(failure, 'unauthenticated');
}

/** Failures in a row after which the page reports the silence: the first 1, 2 and 4 s have passed (§4.110). */
const triesBeforeUnsure = 3;

/** True for the failure after which those who wait learn that nothing is known yet. */
export function isLongSilence(tries: number): boolean {
  return tries === triesBeforeUnsure;
}

/** What a read says about the account (§4.81). */
export function accountEventOf(result: Result<User>): AuthInnerEvent {
  if (!result.ok) return { type: 'user.gone' };
  const type = result.value.isVerified ? 'user.confirmed' : 'user.unproven';
  return { type, user: result.value };
}

/** True when a refused code means that one was sent a moment ago, not that today's are used up. */
export function isCodeUnderway(failure: Failure): boolean {
  const grant = grantOfRefusal(failure, null);
  return grant !== null && !isSpent(grant);
}

/** What the form says of a refused or lost sign-in (§8.10). */
export function loginText(failure: Failure): AuthText {
  return failureText(failure, failure.kind === 'refused' ? 'login.failed' : 'login.networkFailed');
}

/** What the form says of a refused or lost registration (§8.12). */
export function registrationText(failure: Failure): AuthText {
  const isLost = failure.kind === 'unreachable';
  return failureText(failure, isLost ? 'login.networkFailed' : 'register.failed');
}

/** What the form says of a Google sign-in that cannot begin (§8.11); the server's own sentence is not for the buyer. */
export function googleText(failure: Failure): AuthText {
  return {
    key: failure.kind === 'unreachable' ? 'login.googleFailed' : 'login.googleAddressFailed',
  };
}

/** Stands for an account until it can be read (§4.85): no id, not verified, no password. */
export function placeholderUser(of: Partial<Omit<Registration, 'password'>>): User {
  const { firstName = '', lastName = '', email = '', phoneNumber = '' } = of;
  const name = `${firstName} ${lastName}`.trim();
  const unproven = { id: '', role: 'user', isVerified: false, created_at: '' };
  return { ...unproven, name, firstName, lastName, email, phoneNumber };
}
