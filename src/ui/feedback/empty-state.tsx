import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  readonly level?: 1 | 2 | 3;
  readonly lang?: string | undefined;
  readonly className?: string;
}

/** Says that a list is empty, and offers a next step. */
export function EmptyState(props: EmptyStateProps): ReactNode {
  const { title, text, action, icon, level = 2, lang, className } = props;
  const Heading = `h${level}` as const;
  return (
    <div className={classNames(styles.empty, className)} lang={lang}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
