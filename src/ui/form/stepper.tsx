import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { IconButton } from '../button.tsx';
import styles from './stepper.module.css';

interface StepperProps {
  /** What is counted. */
  readonly label: string;
  readonly fewer: string;
  readonly more: string;
  readonly count: number;
  readonly canRemove: boolean;
  readonly canAdd: boolean;
  readonly onCount: (count: number) => void;
}

/** A number with a minus and a plus. */
export function Stepper({ label, fewer, more, count, canRemove, canAdd, onCount }: StepperProps) {
  // Not disabled at a limit, because a disabled button loses the focus.
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the heading.
    <div role="group" aria-label={label} className={styles.stepper}>
      <IconButton
        label={fewer}
        variant="secondary"
        aria-disabled={!canRemove}
        onClick={() => canRemove && onCount(count - 1)}
      >
        <Minus />
      </IconButton>
      <output>{count}</output>
      <IconButton
        label={more}
        variant="secondary"
        aria-disabled={!canAdd}
        onClick={() => canAdd && onCount(count + 1)}
      >
        <Plus />
      </IconButton>
    </div>
  );
}
