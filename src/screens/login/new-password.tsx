import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { newPasswordSchema } from '../../../contract/fields.ts';
import { useText, Words } from '../../text/translate.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './auth.module.css';

/** The three rules of a password (§5), each with the words its schema refuses with. */
const rules = [
  { text: 'register.passwordShort', words: 'Password must be at least 8 characters' },
  { text: 'register.passwordLetter', words: 'Password must contain at least one letter' },
  { text: 'register.passwordNumber', words: 'Password must contain at least one number' },
] as const;

function complaintsOf(password: string): readonly string[] {
  return newPasswordSchema.safeParse(password).error?.issues.map(({ message }) => message) ?? [];
}

/** Judges a new password as the contract does (§5): true, or the first rule it breaks. */
export function judgePassword(password: string): string | true {
  const [first] = complaintsOf(password);
  return first ?? true;
}

/** What the contract says of a password, in the language shown. */
function complaint(words: string | undefined): ReactNode {
  const rule = rules.find((known) => known.words === words);
  return rule === undefined ? words : <Words of={rule.text} />;
}

interface NewPasswordProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'required'> {
  readonly label: string;
  /** As typed so far, for the rules below. */
  readonly typed: string;
  /** From then on a rule that is not met is marked as missed. */
  readonly wasSubmitted: boolean;
  readonly error: string | undefined;
}

/** A password to be chosen, with its rules ticked as it is typed (§5). */
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
