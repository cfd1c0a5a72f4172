import type { ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { emailSchema, normalisePhone } from '../../../contract/fields.ts';
import type { Registration } from '../../../machines/auth/auth.types.ts';
import { type MachineText, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { LegalLinks } from '../legal/legal-links.tsx';
import styles from '../login/auth.module.css';
import { FormNotice } from '../login/form-notice.tsx';
import { GoogleButton, type GoogleSignIn } from '../login/google-button.tsx';
import { judgePassword, NewPassword } from '../login/new-password.tsx';
import { isPhone, phoneHelp } from '../login/phone-help.ts';

type RegisterFields = { -readonly [K in keyof Registration]: string } & { terms: boolean };

interface RegisterViewProps {
  readonly phase: 'editing' | 'busy' | 'done';
  readonly success: ReactNode;
  readonly error: MachineText | null;
  readonly google: GoogleSignIn;
  /** Link to sign-in. */
  readonly switcher: ReactNode;
  readonly onEdit: () => void;
  readonly onSubmit: (registration: Registration) => void;
}

/** Registration, on a page or in a modal (§2.421, §5.10). */
export function RegisterView(props: RegisterViewProps) {
  const { phase, success, error, google, switcher, onEdit, onSubmit } = props;
  const t = useText();
  const { register, control, handleSubmit, formState } = useForm<RegisterFields>({
    defaultValues: {
      firstName: '',
      lastName: '',
      phoneNumber: '',
      email: '',
      password: '',
      terms: false,
    },
  });
  const { errors, submitCount } = formState;
  const password = useWatch({ control, name: 'password' });
  const locked = phase !== 'editing' || google.busy;
  const notEmpty = (value: string) => value.trim() !== '' || t('register.nameRequired');
  const submit = ({ terms: _, ...fields }: RegisterFields) => {
    if (locked) return;
    onSubmit({
      ...fields,
      firstName: fields.firstName.trim(),
      lastName: fields.lastName.trim(),
      email: fields.email.trim(),
      phoneNumber: normalisePhone(fields.phoneNumber),
    });
  };

  return (
    <div className="stack">
      <form
        noValidate
        className="stack"
        onSubmit={(event) => void handleSubmit(submit)(event)}
        onInput={onEdit}
      >
        <div className={styles.pair}>
          <TextField
            label={t('register.firstName')}
            autoComplete="given-name"
            required
            readOnly={locked}
            data-autofocus=""
            error={errors.firstName?.message}
            {...register('firstName', { validate: notEmpty })}
          />
          <TextField
            label={t('register.lastName')}
            autoComplete="family-name"
            help={t('register.oneName')}
            readOnly={locked}
            {...register('lastName')}
          />
        </div>
        <Controller
          control={control}
          name="phoneNumber"
          rules={{
            validate: (value) => isPhone(value) || t('register.phoneInvalid'),
          }}
          render={({ field, fieldState }) => (
            <PhoneField
              label={t('register.phone')}
              required
              readOnly={locked}
              help={phoneHelp(t, field.value)}
              error={fieldState.error?.message}
              {...field}
            />
          )}
        />
        <TextField
          label={t('login.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={locked}
          error={errors.email?.message}
          {...register('email', {
            validate: (value) => {
              if (value.trim() === '') return t('login.emailRequired');
              return emailSchema.safeParse(value).success || t('login.emailInvalid');
            },
          })}
        />
        <NewPassword
          label={t('login.password')}
          typed={password}
          wasSubmitted={submitCount > 0}
          readOnly={locked}
          error={errors.password?.message}
          {...register('password', { validate: judgePassword })}
        />
        <Checkbox
          label={t('register.terms')}
          help={<LegalLinks />}
          error={errors.terms && <Words of="register.termsRequired" />}
          {...register('terms', { required: true })}
        />
        <FormNotice error={error} success={success} />
        <Button
          type="submit"
          size="l"
          block
          busy={phase !== 'editing'}
          aria-disabled={google.busy || undefined}
        >
          <Words of="register.submit" />
        </Button>
      </form>
      <GoogleButton {...google} locked={phase !== 'editing'} />
      <p className={styles.switcher}>
        {t('register.hasAccount')} {switcher}
      </p>
    </div>
  );
}
