import type { ReactNode } from 'react';
import { rupiah } from '../text/format.ts';
import { classNames } from './class-names.ts';
import styles from './money.module.css';

export interface MoneyProps {
  /** Whole rupiah. */
  readonly amount: number;
  /** Shown for 0, such as `Gratis`. */
  readonly zeroText?: string;
  readonly className?: string;
}

export function Money({ amount, zeroText, className }: MoneyProps): ReactNode {
  return (
    <span className={classNames(styles.money, className)}>
      {amount === 0 && zeroText !== undefined ? zeroText : rupiah(amount)}
    </span>
  );
}
