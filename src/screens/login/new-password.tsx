import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { newPasswordSchema } from '../../../contract/fields.ts';
import { useText, Words } from '../../text/translate.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './auth.module.css';

/** The three rules of a password (§5.10), each with its schema's error message. */
const rules = [
  { text: 'register.passwordShort', words: 'Password must be at least 8 characters' },
  { text: 'register.passwordLetter', words: 'Password must contain at least one letter' },
  { text: 'register.passwordNumber', words: 'Password must contain at least one number' },
] as const;

function complaintsOf(password: string): readonly string[] {
  return newPasswordSchema.safeParse(password).error?.issues.map(({ message }) => message) ?? [];
}

/** Checks a new password by the contract's rules (§5.10): true, or the first broken rule. */
export function judgePassword(password: string): string | true {
  const [first] = complaintsOf(password);
  return first ?? true;
}

/** The contract's password error in the current language. */
function complaint(words: string | undefined): ReactNode {
  const rule = rules.find((known) => known.words === words);
  return rule === undefined ? words : <Words of={rule.text} />;
}

interface NewPasswordProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'required'> {
  readonly label: string;
  /** Current input, for the rules below it. */
  readonly typed: string;
  /** Once true, unmet rules are marked as missed. */
  readonly wasSubmitted: boolean;
  readonly error: string | undefined;
}

/** Field for a new password; its rules are ticked during typing (§5.10). */
export function NewPassword({ typed, wasSubmitted, error, ...field }: NewPasswordProps): ReactNode {
  const t = useText();
  const complaints = complaintsOf(typed);
  return (
    <>
      <PasswordField autoComplete="new-password" required error={complaint(error)} {...field} />
      <ul className={styles.rules} aria-label={t('register.rules')}>
        {rules.map(({ text, words }) => {
          const met = typed !== '' && !complaints.includes(words);
          return (
            <li
              key={text}
              className={styles.rule}
              data-met={met || undefined}
              data-missed={(wasSubmitted && !met) || undefined}
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
    </>
  );
}
