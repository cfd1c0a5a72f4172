import { type ChangeEventHandler, type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './choice.module.css';
import { describedBy, FieldNotes, type Option, RequiredMark } from './field.tsx';

export interface ChoiceOption extends Option {
  readonly hint?: ReactNode;
}

interface GroupProps
  extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'defaultValue' | 'required'> {
  readonly legend: ReactNode;
  readonly options: readonly ChoiceOption[];
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
}

interface BaseGroupProps extends GroupProps {
  readonly type: 'radio' | 'checkbox';
  readonly isChecked: ((value: string) => boolean) | undefined;
  readonly isDefault: ((value: string) => boolean) | undefined;
}

function ChoiceGroup(props: BaseGroupProps): ReactNode {
  const {
    legend,
    options,
    help,
    error,
    required,
    type,
    isChecked,
    isDefault,
    id,
    className,
    ...input
  } = props;
  const generated = useId();
  const groupId = id ?? generated;
  return (
    <fieldset
      id={groupId}
      className={classNames(styles.group, className)}
      aria-describedby={describedBy(groupId, help, error)}
      {...(type === 'radio' && {
        role: 'radiogroup',
        'aria-required': required || undefined,
        'aria-invalid': error ? true : undefined,
      })}
    >
      <legend className={styles.legend}>
        {legend}
        {required && <RequiredMark />}
      </legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              {...input}
              type={type}
              value={option.value}
              disabled={input.disabled || option.disabled}
              {...(isChecked && { checked: isChecked(option.value) })}
              {...(isDefault && { defaultChecked: isDefault(option.value) })}
              className={styles.input}
            />
            <span className={styles.text}>
              {option.label}
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={groupId} help={help} error={error} />
    </fieldset>
  );
}

type RadioGroupProps = GroupProps & { readonly value?: string; readonly defaultValue?: string };

/** Selects one of several options; each radio gets all native props, `ref` included. */
export function RadioGroup({ value, defaultValue, ...rest }: RadioGroupProps): ReactNode {
  return (
    <ChoiceGroup
      {...rest}
      type="radio"
      isChecked={value === undefined ? undefined : (option) => option === value}
      isDefault={defaultValue === undefined ? undefined : (option) => option === defaultValue}
    />
  );
}

type CheckboxGroupProps = GroupProps & {
  readonly value?: readonly string[];
  readonly defaultValue?: readonly string[];
};

/** Selects any of several options. */
export function CheckboxGroup({ value, defaultValue, ...rest }: CheckboxGroupProps): ReactNode {
  return (
    <ChoiceGroup
      {...rest}
      type="checkbox"
      isChecked={value && ((option) => value.includes(option))}
      isDefault={defaultValue && ((option) => defaultValue.includes(option))}
    />
  );
}

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
}

/** A single checkbox with its own label. */
export function Checkbox({ label, help, error, id, className, ...rest }: CheckboxProps): ReactNode {
  const generated = useId();
  const controlId = id ?? generated;
  return (
    <div className={className}>
      <label className={styles.option} htmlFor={controlId}>
        <input
          {...rest}
          id={controlId}
          type="checkbox"
          className={styles.input}
          aria-describedby={describedBy(controlId, help, error)}
          aria-invalid={error ? true : undefined}
        />
        <span className={styles.text}>{label}</span>
      </label>
      <FieldNotes id={controlId} help={help} error={error} />
    </div>
  );
}
