import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { StaffProblem } from '../../machines/staff/staff.types.ts';
import styles from './staff.module.css';
import { useWords } from './words/words-context.ts';

/** Why something did not work: words of the page for what it knows, else the server's sentence. */
export function Notice(props: {
  readonly problem: StaffProblem | null;
  readonly sentence?: string;
  readonly children?: ReactNode;
}): ReactNode {
  const { problem, sentence = '' } = props;
  return (
    <div role="alert">
      {problem !== null && (
        <p className={styles.wrong}>
          <Reason problem={problem} sentence={sentence} />
        </p>
      )}
      {props.children}
    </div>
  );
}

/** The sentence of the server is English, whatever the language of the page. */
function Reason(props: { readonly problem: StaffProblem; readonly sentence: string }): ReactNode {
  const words = useWords();
  const known = words.problem[props.problem];
  if (known !== undefined) return known;
  return props.sentence === '' ? words.problem.broken : <span lang="en">{props.sentence}</span>;
}

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'password' | 'number';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric';
  readonly defaultValue?: string;
  readonly isRequired?: boolean;
}

/** One labelled input of a form. */
export function TextField(props: TextFieldProps): ReactNode {
  const { name, label, hint, type = 'text', isRequired = true, ...rest } = props;
  const id = useId();
  return (
    <p className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        name={name}
        type={type}
        required={isRequired}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles.soft}>
          {hint}
        </span>
      )}
    </p>
  );
}

/** A form that gives its values as texts and can be sent by its one button. */
export function ActForm(props: {
  readonly button: string;
  readonly isBusy: boolean;
  readonly isDangerous?: boolean;
  readonly onSend: (given: (name: string) => string) => void;
  readonly children?: ReactNode;
}): ReactNode {
  const words = useWords();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    if (!props.isBusy) props.onSend((name) => String(given.get(name) ?? '').trim());
  };
  return (
    <form className={styles.form} onSubmit={send}>
      {props.children}
      <button
        type="submit"
        className={props.isDangerous === true ? styles.danger : styles.main}
        aria-disabled={props.isBusy}
      >
        {props.isBusy ? words.working : props.button}
      </button>
    </form>
  );
}

/** A button that asks once more before it acts. */
export function SureButton(props: {
  readonly label: string;
  readonly sure: string;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <button
      type="button"
      className={isAsking ? styles.danger : styles.quiet}
      aria-disabled={props.isBusy}
      onBlur={() => setAsking(false)}
      onClick={() => {
        if (props.isBusy) return;
        setAsking(!isAsking);
        if (isAsking) props.onPress();
      }}
    >
      {isAsking ? props.sure : props.label}
    </button>
  );
}
