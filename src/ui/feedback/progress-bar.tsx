import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** Percent, 0 to 100. */
  readonly value: number;
  readonly label: string;
  /** Announced instead of the percentage. */
  readonly valueText?: string;
  readonly className?: string;
}

/** A native progress element, whose width needs no inline style. */
export function ProgressBar({ value, label, valueText, className }: ProgressBarProps): ReactNode {
  const percent = Math.min(100, Math.max(0, value));
  return (
    <progress
      className={classNames(styles.bar, className)}
      value={percent}
      max={100}
      aria-label={label}
      aria-valuetext={valueText}
    />
  );
}
