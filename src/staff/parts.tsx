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
  if (props.problem === 'actImpossible' || props.problem === 'refundStepImpossible') {
    return (
      <>
        {known} <span lang="en">{props.sentence}</span>
      </>
    );
  }
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

/** A value of a form by its name, without spaces around it. */
type Given = (name: string) => string;

/** A form that gives its values as texts and can be sent by its button. */
export function ActForm(props: {
  readonly button: string;
  readonly isBusy: boolean;
  readonly isDangerous?: boolean;
  /** Another act with the same values. */
  readonly other?: { readonly button: string; readonly onSend: (given: Given) => void };
  /** What will happen, for an act that asks once more. */
  readonly sureOf?: (given: Given) => string;
  readonly onSend: (given: Given) => void;
  readonly children?: ReactNode;
}): ReactNode {
  const words = useWords();
  const [asked, setAsked] = useState<string | null>(null);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = (name: string) => String(data.get(name) ?? '').trim();
    if (props.isBusy) return;
    const sure = props.sureOf?.(given) ?? null;
    setAsked(sure === asked ? null : sure);
    if (sure !== asked) return;
    const isOther = (event.nativeEvent as SubmitEvent).submitter?.dataset.act === 'other';
    (isOther ? props.other : props)?.onSend(given);
  };
  return (
    <form className={styles.form} onSubmit={send} onInput={() => setAsked(null)}>
      {props.children}
      <button
        type="submit"
        className={props.isDangerous === true ? styles.danger : styles.main}
        aria-disabled={props.isBusy}
      >
        {props.isBusy ? words.working : (asked ?? props.button)}
      </button>
      {props.other !== undefined && (
        <button
          type="submit"
          data-act="other"
          className={styles.quiet}
          aria-disabled={props.isBusy}
        >
          {props.other.button}
        </button>
      )}
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
