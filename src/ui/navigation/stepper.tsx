import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { useText } from '../../text/translate.ts';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './stepper.module.css';

export const PURCHASE_STEPS = [
  'seat_selection',
  'ticket_selection',
  'payment_processing',
  'payment_success',
] as const;

export type PurchaseStep = (typeof PURCHASE_STEPS)[number];

interface StepperProps {
  readonly current: PurchaseStep;
  /** The purchase is complete: every step has a check mark. */
  readonly done?: boolean;
  readonly className?: string;
}

/** The current one of the four steps of a purchase (§2.190); narrow screens show only its name. */
export function Stepper({ current, done = false, className }: StepperProps): ReactNode {
  const t = useText();
  const position = PURCHASE_STEPS.indexOf(current);
  return (
    <ol className={classNames(styles.steps, className)} aria-label={t('steps.label')}>
      {PURCHASE_STEPS.map((step, index) => {
        const ticked = done || index < position;
        const isCurrent = !done && index === position;
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(
              styles.step,
              ticked && styles.ticked,
              isCurrent && styles.current,
            )}
          >
            <span className={styles.number} aria-hidden="true">
              {ticked ? <Check className={styles.check} /> : index + 1}
            </span>
            <span className={styles.name}>{t(`steps.${step}`)}</span>
            {ticked && <VisuallyHidden>({t('steps.done')})</VisuallyHidden>}
          </li>
        );
      })}
    </ol>
  );
}
