import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import type { ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import {
  emailSchema,
  newPasswordSchema,
  normalisePhone,
  phoneSchema,
} from '../../../contract/fields.ts';
import type { Registration } from '../../../machines/auth/auth.types.ts';
import { Said, useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from '../login/auth.module.css';
import { GoogleButton, type GoogleSignIn } from '../login/google-button.tsx';

type RegisterFields = { -readonly [K in keyof Registration]: string } & { terms: boolean };

interface RegisterViewProps {
  readonly phase: 'editing' | 'busy' | 'done';
  readonly success: ReactNode;
  readonly error: string | null;
  readonly google: GoogleSignIn;
  /** The way to sign-in. */
  readonly switcher: ReactNode;
  readonly onEdit: () => void;
  readonly onSubmit: (registration: Registration) => void;
}

/** The three rules of a password (§5), each with the words its schema refuses with. */
const rules = [
  { text: 'register.passwordShort', words: 'Password must be at least 8 characters' },
  { text: 'register.passwordLetter', words: 'Password must contain at least one letter' },
  { text: 'register.passwordNumber', words: 'Password must contain at least one number' },
] as const;

function complaintsOf(password: string): readonly string[] {
  return newPasswordSchema.safeParse(password).error?.issues.map(({ message }) => message) ?? [];
}

/** What the contract says of a password, in the language shown. */
function complaint(words: string | undefined): ReactNode {
  const rule = rules.find((known) => known.words === words);
  return rule === undefined ? words : <Words of={rule.text} />;
}

function PasswordRules(props: { readonly password: string; readonly submitted: boolean }) {
  const t = useText();
  const complaints = complaintsOf(props.password);
  return (
    <ul className={styles.rules} aria-label={t('register.rules')}>
      {rules.map(({ text, words }) => {
        const met = props.password !== '' && !complaints.includes(words);
        return (
          <li
            key={text}
            className={styles.rule}
            data-met={met || undefined}
            data-missed={(props.submitted && !met) || undefined}
          >
            {met ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
            <span>
              <Words of={text} />{' '}
              {met && <VisuallyHidden>({t('register.ruleMet')})</VisuallyHidden>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Registration, on a page or in a modal (§2, §5). */
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
  const locked = phase !== 'editing';
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
    <div className={styles.form}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => void handleSubmit(submit)(event)}
        onInput={onEdit}
      >
        {error !== null && (
          <Alert tone="danger">
            <Said text={error} />
          </Alert>
        )}
        {success && <Alert tone="success">{success}</Alert>}
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
            required
            readOnly={locked}
            error={errors.lastName?.message}
            {...register('lastName', { validate: notEmpty })}
          />
        </div>
        <Controller
          control={control}
          name="phoneNumber"
          rules={{
            validate: (value) =>
              phoneSchema.safeParse(normalisePhone(value)).success || t('register.phoneInvalid'),
          }}
          render={({ field, fieldState }) => (
            <PhoneField
              label={t('register.phone')}
              required
              readOnly={locked}
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
        <PasswordField
          label={t('login.password')}
          autoComplete="new-password"
          required
          readOnly={locked}
          error={complaint(errors.password?.message)}
          {...register('password', {
            validate: (value) => {
              const [first] = complaintsOf(value);
              return first ?? true;
            },
          })}
        />
        <PasswordRules password={password} submitted={submitCount > 0} />
        <Checkbox
          label={t('register.terms')}
          error={errors.terms && <Words of="register.termsRequired" />}
          {...register('terms', { required: true })}
        />
        <Button type="submit" size="l" block busy={locked}>
          <Words of="register.submit" />
        </Button>
      </form>
      <GoogleButton {...google} />
      <p className={styles.switcher}>
        {t('register.hasAccount')} {switcher}
      </p>
    </div>
  );
}
