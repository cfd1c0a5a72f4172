import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './choice-switch.module.css';

interface Choice<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Name for screen readers, and its language, where the label is an abbreviation. */
  readonly name?: string;
  readonly lang?: string;
}

interface ChoiceSwitchProps<V extends string> {
  readonly legend: string;
  readonly choices: readonly Choice<V>[];
  readonly chosen: V;
  readonly onChoose: (value: V) => void;
  readonly onNight: boolean;
}

/** A few choices side by side, one of them pressed. */
export function ChoiceSwitch<V extends string>(props: ChoiceSwitchProps<V>) {
  const { legend, choices, chosen, onChoose, onNight } = props;
  return (
    <fieldset className={classNames(styles.switch, onNight && styles.night)}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map(({ value, label, name, lang }) => (
        <button
          key={value}
          type="button"
          lang={lang}
          aria-label={name}
          aria-pressed={value === chosen}
          className={styles.choice}
          onClick={() => onChoose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
