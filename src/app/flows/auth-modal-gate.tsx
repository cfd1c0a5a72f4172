import { Suspense } from 'react';
import { withWords } from '../../text/words.ts';
import { fetched } from '../../ui/feedback/fetched.ts';
import { useFlow } from '../actor-context.tsx';
import { useAuthForm } from './auth-form.ts';

const AuthModal = fetched(() => withWords('sign-in', import('../../screens/login/auth-modal.tsx')));

/** Sign-in and registration in a modal over the current page; loads the modal's code on first use. */
export function AuthModalGate() {
  const auth = useFlow('auth');
  const form = useAuthForm();
  if (auth === null || form === null || form.surface !== 'modal') return null;
  return (
    <Suspense>
      <AuthModal auth={auth} form={form} />
    </Suspense>
  );
}
