import type { User } from '../../contract/account.ts';
import { grantOfRefusal, isSpent } from '../otp/otp.grant.ts';
import { type Failure, type Outcome, refusedWith } from '../shared/outcome.ts';
import type { AuthInnerEvent, Registration } from './auth.types.ts';

/** The words of sign-in and registration (§8). */
export const authWords = {
  login: 'Login failed. Please check your credentials.',
  network: 'Network error. Please try again.',
  code: 'Failed to send verification code. Please try again.',
  unconfirmed:
    'Login succeeded but session verification failed. Please refresh the page and try again.',
  registration: 'Registration failed. Please try again.',
  googleAddress: 'Failed to get Google authentication URL. Please try again.',
  google: 'Failed to initialize Google Sign In. Please try again.',
} as const;

/** True when the server says that nobody is behind the cookie: a clear 401 alone (ruling R21). */
export function isNobody(failure: Failure): boolean {
  return refusedWith(failure) === 401;
}

/** Failures in a row after which the silence is told: the 1, 2 and 4 s of ruling 1.4-E have passed. */
const triesBeforeUnsure = 3;

/** True for the failure after which those who wait are told that nothing can be said yet. */
export function isLongSilence(tries: number): boolean {
  return tries === triesBeforeUnsure;
}

/** What a read says about the account (§4, ruling 1.4-E). */
export function newsOf(answer: Outcome<User>): AuthInnerEvent {
  if (!answer.ok) return { type: 'user.gone' };
  const type = answer.value.isVerified ? 'user.confirmed' : 'user.unproven';
  return { type, user: answer.value };
}

/** True when a refused code means that one was sent a moment ago, not that today's are used up. */
export function isCodeUnderway(failure: Failure): boolean {
  const grant = grantOfRefusal(failure, null);
  return grant !== null && !isSpent(grant);
}

/** Words of a refused or lost sign-in: the server's own where it has some (§8). */
export function loginWords(failure: Failure): string {
  if (failure.kind !== 'refused') return authWords.network;
  return failure.message || authWords.login;
}

/** Words of a refused or lost registration: the server's own where it has some (§8). */
export function registrationWords(failure: Failure): string {
  if (failure.kind === 'unreachable') return authWords.network;
  return (failure.kind === 'refused' && failure.message) || authWords.registration;
}

/** Words of a Google sign-in that cannot begin (§8). */
export function googleWords(failure: Failure): string {
  return failure.kind === 'unreachable' ? authWords.google : authWords.googleAddress;
}

/** Stands for an account until it can be read (§4): no id, not verified, no password. */
export function placeholderUser(of: Partial<Omit<Registration, 'password'>>): User {
  const { firstName = '', lastName = '', email = '', phoneNumber = '' } = of;
  const name = `${firstName} ${lastName}`.trim();
  const unproven = { id: '', role: 'user', isVerified: false, created_at: '' };
  return { ...unproven, name, firstName, lastName, email, phoneNumber };
}
