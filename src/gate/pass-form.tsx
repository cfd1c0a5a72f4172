import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { doorNameLength } from '../../contract/gate.ts';
import type { GateProblem } from '../../machines/gate/gate.types.ts';
import styles from './gate.module.css';
import { useWords } from './words/words-context.ts';

interface PassFormProps {
  readonly offeredPass: string | null;
  readonly door: string;
  readonly problem: GateProblem | null;
  readonly isBusy: boolean;
  readonly onGive: (pass: string, door: string) => void;
}

/** Asks for a pass and the name of the gate; a pass from a link is filled in and hidden. */
export function PassForm({ offeredPass, door, problem, isBusy, onGive }: PassFormProps): ReactNode {
  const words = useWords();
  const id = useId();
  const [isIncomplete, setIncomplete] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const pass = offeredPass ?? passOf(String(given.get('pass') ?? ''));
    const name = String(given.get('door') ?? '').trim();
    setIncomplete(pass === '' || name === '');
    if (!isBusy && pass !== '' && name !== '') onGive(pass, name);
  };
  const wrong = isIncomplete ? words.needsName : problem === null ? null : words.problem[problem];
  return (
    <form className={styles.passForm} onSubmit={send} noValidate>
      <h1>{words.passTitle}</h1>
      <p className={styles.soft}>{offeredPass === null ? words.passIntro : words.passOffered}</p>
      {offeredPass === null && (
        <p className={styles.field}>
          <label htmlFor={`${id}-pass`}>{words.passField}</label>
          <input
            id={`${id}-pass`}
            name="pass"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={wrong === null ? undefined : `${id}-wrong`}
          />
        </p>
      )}
      <p className={styles.field}>
        <label htmlFor={`${id}-door`}>{words.doorField}</label>
        <input
          id={`${id}-door`}
          name="door"
          defaultValue={door}
          placeholder={words.doorExample}
          maxLength={doorNameLength}
          autoComplete="off"
          aria-describedby={`${id}-hint${wrong === null ? '' : ` ${id}-wrong`}`}
        />
        <span className={styles.soft} id={`${id}-hint`}>
          {words.doorHint}
        </span>
      </p>
      <div role="alert">
        {wrong !== null && (
          <p className={styles.wrong} id={`${id}-wrong`}>
            {wrong}
          </p>
        )}
      </div>
      <button type="submit" className={styles.main} aria-disabled={isBusy}>
        {isBusy ? words.unlocking : words.unlock}
      </button>
    </form>
  );
}

/** Accepts a whole link in place of the pass. */
function passOf(text: string): string {
  return (text.split('#').at(-1) ?? '').trim();
}
