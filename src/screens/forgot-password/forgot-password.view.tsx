import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { typedEmailSchema } from '../../../contract/fields.ts';
import { DemoPart } from '../../sample/demo-part.tsx';
import { maskEmail } from '../../text/format.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { FormNotice } from '../login/form-notice.tsx';
import { judgePassword, NewPassword } from '../login/new-password.tsx';
import { CodeClock, ResendButton, useCodeBoxes } from '../verify-code/code-parts.tsx';
import type { CodeProps } from '../verify-code/use-code.ts';
import styles from './forgot-password.module.css';

interface AskCodeProps {
  /** The address entered before, for correction; null at first. */
  readonly email: string | null;
  readonly busy: boolean;
  readonly error: CodeProps['error'];
  readonly onEdit: () => void;
  readonly onAsk: (email: string) => void;
  readonly onLeave: () => void;
}

/** Form for the address to which the server sends the code. */
export function AskCodeView({ email, busy, error, onEdit, onAsk, onLeave }: AskCodeProps) {
  const t = useText();
  const { register, handleSubmit, formState, setFocus } = useForm<{ email: string }>({
    defaultValues: { email: email ?? '' },
  });
  const isMending = email !== null;
  useEffect(() => {
    // The button that led back here has disappeared, so the field takes the focus.
    if (isMending) setFocus('email');
  }, [isMending, setFocus]);
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) => void handleSubmit((fields) => busy || onAsk(fields.email.trim()))(event)}
      onInput={onEdit}
    >
      <TextField
        label={t('login.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={busy}
        error={formState.errors.email?.message}
        {...register('email', {
          validate: (value) => {
            if (value.trim() === '') return t('login.emailRequired');
            return typedEmailSchema.safeParse(value).success || t('login.emailInvalid');
          },
        })}
      />
      <FormNotice error={error} />
      <Button type="submit" size="l" block busy={busy}>
        {t('forgot.send')}
      </Button>
      <div className={styles.foot}>
        <Button variant="ghost" onClick={onLeave}>
          <Words of="otp.backToLogin" />
        </Button>
      </div>
    </form>
  );
}

interface ResetProps extends CodeProps {
  readonly email: string;
  readonly onSubmit: (code: string, password: string) => void;
  /** Returns to the address, for correction. */
  readonly onChangeEmail: () => void;
}

/** Form for the code and the new password. */
export function ResetView(props: ResetProps) {
  const { email, phase, error, clearings, deadline, resend, resendAt } = props;
  const { onEdit, onSubmit, onResend, onChangeEmail, onLeave } = props;
  const t = useText();
  const { code, setCode, input } = useCodeBoxes(clearings);
  const { register, control, handleSubmit, formState } = useForm<{ password: string }>({
    defaultValues: { password: '' },
  });
  const password = useWatch({ control, name: 'password' });
  useEffect(() => {
    // The button that requested the code has disappeared, so the boxes take the focus.
    input.current?.focus();
  }, [input]);
  const entering = phase === 'entering';
  const done = phase === 'verified';
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) =>
        void handleSubmit((fields) => entering && onSubmit(code, fields.password))(event)
      }
    >
      <p className={styles.intro}>
        <span>{t('forgot.sent', { email: maskEmail(email) })}</span>{' '}
        {!done && (
          <button
            type="button"
            className={styles.change}
            disabled={phase === 'submitting'}
            onClick={onChangeEmail}
          >
            {t('forgot.changeEmail')}
          </button>
        )}
      </p>
      <DemoPart place="code" />
      <CodeInput
        ref={input}
        label={t('otp.label')}
        value={code}
        // Read-only, because a disabled field loses the focus.
        readOnly={!entering}
        aria-disabled={phase === 'expired' || done || undefined}
        onChange={(digits) => {
          setCode(digits);
          onEdit();
        }}
      />
      {deadline !== null && !done && <CodeClock deadline={deadline} />}
      {/* A password manager stores the new password under this user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPassword
        label={t('forgot.newPassword')}
        typed={password}
        wasSubmitted={formState.submitCount > 0}
        readOnly={phase === 'submitting' || done}
        error={formState.errors.password?.message}
        onInput={onEdit}
        {...register('password', { validate: judgePassword })}
      />
      <FormNotice error={done ? null : error} success={done && t('forgot.success')} />
      <Button
        type="submit"
        size="l"
        block
        disabled={code.length < 6 || phase === 'expired'}
        busy={phase === 'submitting' || done}
      >
        {t('forgot.save')}
      </Button>
      <div className={styles.foot}>
        {!done && (
          <ResendButton
            resend={resend}
            resendAt={resendAt}
            isNext={phase === 'expired'}
            onResend={onResend}
          />
        )}
        <p className={styles.note}>{t('verify.spam')}</p>
        <p className={styles.note}>{t('forgot.otherDevices')}</p>
        <Button variant="ghost" disabled={done} onClick={onLeave}>
          <Words of="otp.backToLogin" />
        </Button>
      </div>
    </form>
  );
}
