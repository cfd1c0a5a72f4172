import type { HTMLAttributes, ReactNode } from 'react';
import styles from './visually-hidden.module.css';

interface VisuallyHiddenProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'span' | 'div' | 'p' | 'h1' | 'h2' | 'h3' | 'legend' | 'caption';
}

/** Text for screen readers only. */
export function VisuallyHidden({
  as: Tag = 'span',
  className,
  ...rest
}: VisuallyHiddenProps): ReactNode {
  return <Tag {...rest} className={styles.hidden} />;
}
