import type { ReactNode } from 'react';
import type { AuthActor, AuthForm } from '../../app/flows/auth-form.ts';
import { Words } from '../../text/translate.ts';
import { RegisterView } from '../register/register.view.tsx';
import type { GoogleReturn } from './google-return.ts';
import { LoginView } from './login.view.tsx';

interface ConnectedProps {
  readonly auth: AuthActor;
  readonly form: AuthForm;
  readonly switcher: ReactNode;
}

const googleOf = ({ auth, form }: ConnectedProps) => ({
  busy: form.isOpeningGoogle,
  onPress: () => auth.send({ type: 'google.start' }),
});

interface ConnectedLoginProps extends ConnectedProps {
  readonly forgot: ReactNode;
  readonly returned?: GoogleReturn | null;
}

/** The sign-in form, connected to the auth machine. */
export function ConnectedLogin(props: ConnectedLoginProps) {
  const { auth, form, switcher, forgot, returned } = props;
  return (
    <LoginView
      phase={form.phase}
      success={form.success && <Words of={form.success} />}
      error={form.error}
      google={googleOf(props)}
      returned={returned ?? null}
      forgot={forgot}
      switcher={switcher}
      onEdit={() => auth.send({ type: 'login.edit' })}
      onSubmit={({ email, password }) =>
        auth.send({ type: 'login.submit', email: email.trim(), password })
      }
    />
  );
}

/** The registration form, connected to the auth machine. */
export function ConnectedRegister(props: ConnectedProps) {
  const { auth, form, switcher } = props;
  return (
    <RegisterView
      phase={form.phase}
      success={form.success && <Words of={form.success} />}
      error={form.error}
      google={googleOf(props)}
      switcher={switcher}
      onEdit={() => auth.send({ type: 'register.edit' })}
      onSubmit={(registration) => auth.send({ type: 'register.submit', registration })}
    />
  );
}
