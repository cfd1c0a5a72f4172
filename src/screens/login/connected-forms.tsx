import type { ReactNode } from 'react';
import type { AuthActor, AuthForm } from '../../app/auth-form.ts';
import { Words } from '../../text/translate.ts';
import { RegisterView } from '../register/register.view.tsx';
import { useGoogleSignIn } from './google-button.tsx';
import { LoginView } from './login.view.tsx';

interface ConnectedProps {
  readonly auth: AuthActor;
  readonly form: AuthForm;
  readonly switcher: ReactNode;
}

/** The sign-in form, told to the account. */
export function ConnectedLogin({ auth, form, switcher }: ConnectedProps) {
  const google = useGoogleSignIn();
  return (
    <LoginView
      phase={form.phase}
      success={form.success && <Words of={form.success} />}
      error={form.error}
      google={google}
      switcher={switcher}
      onEdit={() => auth.send({ type: 'login.edit' })}
      onSubmit={({ email, password }) =>
        auth.send({ type: 'login.submit', email: email.trim(), password })
      }
    />
  );
}

/** The registration form, told to the account. */
export function ConnectedRegister({ auth, form, switcher }: ConnectedProps) {
  const google = useGoogleSignIn();
  return (
    <RegisterView
      phase={form.phase}
      success={form.success && <Words of={form.success} />}
      error={form.error}
      google={google}
      switcher={switcher}
      onEdit={() => auth.send({ type: 'register.edit' })}
      onSubmit={(registration) => auth.send({ type: 'register.submit', registration })}
    />
  );
}
