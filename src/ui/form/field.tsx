import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { useText } from '../../text/translate.ts';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

/** Attributes that a control takes from its field: its id and its description. */
export interface FieldAria {
  readonly id: string;
  readonly required?: boolean;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

export interface FieldTexts {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean | undefined;
}

interface FieldProps extends FieldTexts {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: (aria: FieldAria) => ReactNode;
}

/** The asterisk of a required label; hidden from screen readers, which read `required` from the control. */
export function RequiredMark(): ReactNode {
  return (
    <span className={styles.mark} aria-hidden="true">
      {' '}
      *
    </span>
  );
}

/** Help and error of a control, linked as its description; not live, because a form with twenty errors would announce all of them. */
export function FieldNotes(props: {
  readonly id: string;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
}): ReactNode {
  const { id, help, error } = props;
  return (
    <>
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <CircleAlert aria-hidden="true" className={styles.errorIcon} />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}

/** Returns the ids of the existing notes for aria-describedby. */
export function describedBy(id: string, help: unknown, error: unknown): string | undefined {
  return classNames(help ? `${id}-help` : null, error ? `${id}-error` : null) || undefined;
}

/** Label, help and error around a control. */
export function Field({
  id,
  label,
  help,
  error,
  required,
  className,
  children,
}: FieldProps): ReactNode {
  const generated = useId();
  const controlId = id ?? generated;
  const described = describedBy(controlId, help, error);
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children({
        id: controlId,
        ...(required && { required }),
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      <FieldNotes id={controlId} help={help} error={error} />
    </div>
  );
}

interface TextFieldProps
  extends FieldTexts,
    Omit<ComponentPropsWithRef<'input'>, 'prefix' | 'required'> {
  /** Shown inside the box before the text. */
  readonly prefix?: ReactNode;
}

export function TextField(props: TextFieldProps): ReactNode {
  const { label, help, error, required, id, className, prefix, type = 'text', ...rest } = props;
  return (
    <Field {...{ id, label, help, error, required, className }}>
      {(aria) => (
        <span className={styles.box}>
          {prefix && <span className={styles.prefix}>{prefix}</span>}
          <input {...rest} {...aria} type={type} className={styles.control} />
        </span>
      )}
    </Field>
  );
}

/** A native date input; its value is `YYYY-MM-DD` in every display format. */
export function DateField({
  days: [first, last],
  ...props
}: Omit<TextFieldProps, 'type' | 'prefix'> & {
  /** The first and the last day, as 2026-03-07. */
  readonly days: readonly [string, string];
}): ReactNode {
  return <TextField {...props} min={first} max={last} type="date" />;
}

type TextAreaProps = FieldTexts & Omit<ComponentPropsWithRef<'textarea'>, 'required'>;

export function TextArea(props: TextAreaProps): ReactNode {
  const { label, help, error, required, id, className, rows = 4, ...rest } = props;
  return (
    <Field {...{ id, label, help, error, required, className }}>
      {(aria) => (
        <span className={styles.box}>
          <textarea {...rest} {...aria} rows={rows} className={styles.control} />
        </span>
      )}
    </Field>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly lang?: string | undefined;
  readonly disabled?: boolean;
}

type SelectFieldProps = FieldTexts &
  Omit<ComponentPropsWithRef<'select'>, 'required' | 'children'> & {
    readonly options: readonly Option[];
    /** The empty first option; false omits it. */
    readonly placeholder?: string | false;
  };

export function SelectField(props: SelectFieldProps): ReactNode {
  const t = useText();
  const { label, help, error, required, id, className, options, placeholder, ...rest } = props;
  return (
    <Field {...{ id, label, help, error, required, className }}>
      {(aria) => (
        <span className={styles.box}>
          <select {...rest} {...aria} className={classNames(styles.control, styles.select)}>
            {placeholder !== false && <option value="">{placeholder ?? t('common.choose')}</option>}
            {options.map((option) => (
              <option
                key={option.value}
                value={option.value}
                lang={option.lang}
                disabled={option.disabled}
              >
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.chevron} aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
