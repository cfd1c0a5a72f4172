import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { useText } from '../../text/translate.ts';
import { IconButton } from '../button.tsx';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

type PasswordFieldProps = FieldTexts &
  Omit<ComponentPropsWithRef<'input'>, 'type' | 'required' | 'prefix'>;

/** A password input that can show its text; paste and password managers work normally. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  const t = useText();
  const { label, help, error, required, id, className, ...rest } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ id, label, help, error, required, className }}>
      {(aria) => (
        <span className={styles.box}>
          <input
            {...rest}
            {...aria}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={styles.control}
          />
          <IconButton
            label={t(shown ? 'common.hidePassword' : 'common.showPassword')}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        </span>
      )}
    </Field>
  );
}
