import type { ReactNode } from 'react';
import type { Invitation, StaffProblem } from '../../machines/staff/staff.types.ts';
import { QrCode } from '../ui/qr/qr-code.tsx';
import { ActForm, Notice, TextField } from './parts.tsx';
import styles from './staff.module.css';
import { useWords } from './words/words-context.ts';

const qrPixels = 192;

interface FormProps {
  readonly problem: StaffProblem | null;
  readonly isBusy: boolean;
}

/** Sign-in: e-mail, password and code of the authenticator in one step. */
export function SignInForm(
  props: FormProps & {
    readonly onSignIn: (given: { email: string; password: string; code: string }) => void;
  },
): ReactNode {
  const words = useWords();
  return (
    <section className={styles.narrow}>
      <h1>{words.signInTitle}</h1>
      <Notice problem={props.problem} />
      <ActForm
        button={words.signIn}
        isBusy={props.isBusy}
        onSend={(given) =>
          props.onSignIn({
            email: given('email'),
            password: given('password'),
            code: digitsOf(given('code')),
          })
        }
      >
        <TextField name="email" label={words.email} type="email" autoComplete="username" />
        <TextField
          name="password"
          label={words.password}
          type="password"
          autoComplete="current-password"
        />
        <CodeField />
      </ActForm>
    </section>
  );
}

/** An invitation: the key for the authenticator, a new password, and the first code. */
export function InvitationForm(
  props: FormProps & {
    readonly invitation: Invitation;
    readonly onAccept: (given: { password: string; code: string }) => void;
  },
): ReactNode {
  const words = useWords();
  const { name, email, roles, authenticator, secret } = props.invitation;
  return (
    <section className={styles.narrow}>
      <h1>{words.inviteTitle(name)}</h1>
      <p>
        {email} · {roles.map((role) => words.roles[role]).join(', ')}
      </p>
      <p>{words.inviteIntro}</p>
      <QrCode value={authenticator} size={qrPixels} label={words.inviteIntro} />
      <p className={styles.soft}>
        {words.secretLabel}: <code className={styles.secret}>{secret}</code>
      </p>
      <Notice problem={props.problem} />
      <ActForm
        button={words.accept}
        isBusy={props.isBusy}
        onSend={(given) =>
          props.onAccept({ password: given('password'), code: digitsOf(given('code')) })
        }
      >
        <TextField
          name="password"
          label={words.newPassword}
          hint={words.passwordHint}
          type="password"
          autoComplete="new-password"
        />
        <CodeField />
      </ActForm>
    </section>
  );
}

function CodeField(): ReactNode {
  const words = useWords();
  return (
    <TextField
      name="code"
      label={words.code}
      hint={words.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}

/** Authenticators show the code with a space in the middle. */
const digitsOf = (text: string) => text.replace(/\D/g, '');
