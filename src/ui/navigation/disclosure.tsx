import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './disclosure.module.css';

interface DisclosureProps extends ComponentPropsWithRef<'details'> {
  readonly summary: ReactNode;
}

/** A native details element in our style. */
export function Disclosure({ summary, className, children, ...rest }: DisclosureProps): ReactNode {
  return (
    <details {...rest} className={classNames(styles.disclosure, className)}>
      <summary className={styles.summary}>
        <span>{summary}</span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
