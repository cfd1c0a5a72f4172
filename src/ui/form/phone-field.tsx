import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { useText } from '../../text/translate.ts';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import { joinPhone, type PhoneParts, phonePrefixes, splitPhone } from './phone.ts';
import phoneStyles from './phone-field.module.css';

interface PhoneFieldProps
  extends FieldTexts,
    Omit<
      ComponentPropsWithRef<'input'>,
      'value' | 'defaultValue' | 'onChange' | 'required' | 'prefix' | 'type'
    > {
  /** Includes the country prefix, as in `+6281234567890`; empty without input. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A phone number with a select for the country prefix. The input shows the text as typed; the value is normalised. */
export function PhoneField(props: PhoneFieldProps): ReactNode {
  const t = useText();
  const {
    label,
    help,
    error,
    required,
    id,
    className,
    value,
    onChange,
    onBlur,
    disabled,
    ...rest
  } = props;
  const [parts, setParts] = useState<PhoneParts>(() => splitPhone(value));
  if (joinPhone(parts) !== value) setParts(splitPhone(value));

  const change = (next: PhoneParts) => {
    setParts(next);
    onChange(joinPhone(next));
  };
  return (
    <Field {...{ id, label, help, error, required, className }}>
      {(aria) => (
        <span className={styles.box}>
          <span className={phoneStyles.prefix}>
            <select
              aria-label={t('common.phonePrefix')}
              className={phoneStyles.select}
              value={parts.prefix}
              disabled={disabled}
              onChange={(event) => change({ ...parts, prefix: event.target.value })}
            >
              {phonePrefixes.map((prefix) => (
                <option key={prefix} value={prefix}>
                  {prefix}
                </option>
              ))}
            </select>
            <ChevronDown className={phoneStyles.chevron} aria-hidden="true" />
          </span>
          <input
            autoComplete="tel"
            {...rest}
            {...aria}
            type="tel"
            inputMode="tel"
            disabled={disabled}
            className={styles.control}
            value={parts.national}
            onChange={(event) => change({ ...parts, national: event.target.value })}
            onBlur={(event) => {
              // On blur, a pasted +44… moves its prefix into the select.
              if (parts.national.trim().startsWith('+')) setParts(splitPhone(joinPhone(parts)));
              onBlur?.(event);
            }}
          />
        </span>
      )}
    </Field>
  );
}
