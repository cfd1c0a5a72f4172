import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { typedEmailSchema } from '../../../contract/fields.ts';
import { DemoPart } from '../../sample/demo-part.tsx';
import { type MachineText, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import styles from './auth.module.css';
import { FormNotice } from './form-notice.tsx';
import { GoogleButton, type GoogleSignIn } from './google-button.tsx';
import type { GoogleReturn } from './google-return.ts';

interface LoginFields {
  readonly email: string;
  readonly password: string;
}

interface LoginViewProps {
  readonly phase: 'editing' | 'busy' | 'done';
  readonly success: ReactNode;
  readonly error: MachineText | null;
  readonly google: GoogleSignIn;
  /** Result of a sign-in with Google that returned to this page. */
  readonly returned?: GoogleReturn | null;
  /** Link to the page for a new password. */
  readonly forgot?: ReactNode;
  /** Link to registration. */
  readonly switcher: ReactNode;
  readonly onEdit: () => void;
  readonly onSubmit: (fields: LoginFields) => void;
}

/** E-mail and password, on a page or in a modal (§2.420). */
export function LoginView(props: LoginViewProps) {
  const { phase, success, error, google, returned, forgot, switcher, onEdit, onSubmit } = props;
  const t = useText();
  const { register, handleSubmit, formState } = useForm<LoginFields>({
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;
  const locked = phase !== 'editing' || google.busy;

  return (
    <div className="stack">
      {returned && !success && error === null && (
        <Alert tone={returned.tone}>
          <Words of={returned.words} />
        </Alert>
      )}
      <form
        noValidate
        className="stack"
        onSubmit={(event) => void handleSubmit((fields) => locked || onSubmit(fields))(event)}
        onInput={onEdit}
      >
        <DemoPart place="credentials" />
        <TextField
          label={t('login.email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={locked}
          data-autofocus=""
          error={errors.email?.message}
          {...register('email', {
            validate: (value) => {
              if (value.trim() === '') return t('login.emailRequired');
              return typedEmailSchema.safeParse(value).success || t('login.emailInvalid');
            },
          })}
        />
        <div className="stack gap-0">
          <PasswordField
            label={t('login.password')}
            autoComplete="current-password"
            required
            readOnly={locked}
            error={errors.password?.message}
            {...register('password', { required: t('login.passwordRequired') })}
          />
          {forgot}
        </div>
        <FormNotice error={error} success={success} />
        <Button
          type="submit"
          size="l"
          block
          busy={phase !== 'editing'}
          aria-disabled={google.busy || undefined}
        >
          <Words of="login.submit" />
        </Button>
      </form>
      <GoogleButton {...google} locked={phase !== 'editing'} />
      <p className={styles.switcher}>
        {t('login.noAccount')} {switcher}
      </p>
    </div>
  );
}
