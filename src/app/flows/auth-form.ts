import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { authMachine } from '../../../machines/auth/auth.machine.ts';
import type { AuthText, Surface } from '../../../machines/auth/auth.types.ts';
import type { TextKey } from '../../text/translate.ts';
import { useFlow } from '../actor-context.tsx';

/** The running auth actor. */
export type AuthActor = ActorRefFrom<typeof authMachine>;
type AuthSnapshot = SnapshotFrom<typeof authMachine>;

/** What a sign-in or registration form shows. */
export interface AuthForm {
  readonly kind: 'login' | 'register';
  readonly surface: Surface;
  readonly phase: 'editing' | 'busy' | 'done';
  /** The page is requesting Google's address, or the browser is opening it; the form is disabled meanwhile. */
  readonly isOpeningGoogle: boolean;
  /** The success message; null until the form has succeeded. */
  readonly success: TextKey | null;
  readonly error: AuthText | null;
  readonly canClose: boolean;
}

/** The form of the auth machine's current state; null while no form is open. */
export function authFormOf(snapshot: AuthSnapshot): AuthForm | null {
  const { surface, error } = snapshot.context;
  const canClose = snapshot.can({ type: 'auth.close' });
  const form = { surface, error, canClose, isOpeningGoogle: false };
  const done = { ...form, phase: 'done' } as const;
  if (snapshot.matches({ account: { verified: 'landing' } })) {
    return { ...done, kind: 'login', success: 'login.success' };
  }
  if (snapshot.matches({ account: { unverified: 'codeSent' } })) {
    return { ...done, kind: 'login', success: 'login.otpSent' };
  }
  if (snapshot.matches({ account: { unverified: 'registered' } })) {
    return { ...done, kind: 'register', success: 'register.success' };
  }
  for (const kind of ['login', 'register'] as const) {
    if (!snapshot.matches({ account: { anonymous: kind } })) continue;
    const isAt = (step: 'editing' | 'openingGoogle') =>
      kind === 'login'
        ? snapshot.matches({ account: { anonymous: { login: step } } })
        : snapshot.matches({ account: { anonymous: { register: step } } });
    const isOpeningGoogle = isAt('openingGoogle');
    const phase = isAt('editing') || isOpeningGoogle ? 'editing' : 'busy';
    return { ...form, kind, phase, isOpeningGoogle, success: null };
  }
  return null;
}

/** True while a form accepts no input: it is being sent, it has succeeded, or the browser is opening Google. */
export function isLocked(form: AuthForm): boolean {
  return form.phase !== 'editing' || form.isOpeningGoogle;
}

function sameForm(a: AuthForm | null, b: AuthForm | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const selectForm = (snapshot: AuthSnapshot | undefined) =>
  snapshot === undefined ? null : authFormOf(snapshot);

/** Subscribes to the current form of the auth machine. */
export function useAuthForm(): AuthForm | null {
  return useSelector(useFlow('auth') ?? undefined, selectForm, sameForm);
}
