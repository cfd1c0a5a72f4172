import { type ComponentPropsWithRef, type ReactNode, type SyntheticEvent, useState } from 'react';
import { classNames } from '../class-names.ts';
import styles from './code-input.module.css';
import { Field, type FieldTexts } from './field.tsx';

interface CodeInputProps
  extends FieldTexts,
    Omit<
      ComponentPropsWithRef<'input'>,
      'value' | 'defaultValue' | 'onChange' | 'required' | 'type' | 'maxLength'
    > {
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** Called when the last digit has been entered. */
  readonly onComplete?: (digits: string) => void;
  readonly length?: number;
}

/** One real input drawn as boxes, so that paste, autofill, backspace and screen readers work normally (§2.430). */
export function CodeInput(props: CodeInputProps): ReactNode {
  const {
    label,
    help,
    error,
    required,
    id,
    className,
    value,
    onChange,
    onComplete,
    length = 6,
    ...rest
  } = props;
  const [focused, setFocused] = useState(false);

  const change = (text: string) => {
    // No maxLength: it would truncate a pasted '123 456' before the space is removed.
    const all = text.replace(/\D/g, '');
    // What is added to full boxes, or pasted over a part, replaces their digits.
    const isReplaced = all.length > length && all.startsWith(value);
    const digits = (isReplaced ? all.slice(value.length) : all).slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };

  // The boxes show no caret, so the caret stays at the end.
  const keepCaretAtEnd = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
    const end = input.value.length;
    if (input.selectionStart === input.selectionEnd && input.selectionStart !== end) {
      input.setSelectionRange(end, end);
    }
  };

  return (
    <Field {...{ id, label, help, error, required, className }}>
      {(aria) => (
        <span className={styles.code}>
          <input
            autoComplete="one-time-code"
            {...rest}
            {...aria}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            className={styles.input}
            value={value}
            onChange={(event) => change(event.target.value)}
            onSelect={keepCaretAtEnd}
            onFocus={(event) => {
              setFocused(true);
              rest.onFocus?.(event);
            }}
            onBlur={(event) => {
              setFocused(false);
              rest.onBlur?.(event);
            }}
          />
          <span className={styles.boxes} aria-hidden="true">
            {Array.from({ length }, (_, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are positions and never move.
                key={index}
                className={classNames(
                  styles.box,
                  value[index] !== undefined && styles.filled,
                  focused && index === Math.min(value.length, length - 1) && styles.active,
                  error ? styles.invalid : null,
                )}
              >
                {value[index]}
              </span>
            ))}
          </span>
        </span>
      )}
    </Field>
  );
}
