import type { HTMLAttributes, ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'section' | 'article' | 'aside' | 'li' | 'form';
  readonly padding?: 'none' | 'm' | 'l';
  /** Rises under the pointer; for a card with one main link. */
  readonly interactive?: boolean;
}

export function Card(props: CardProps): ReactNode {
  const { as: Tag = 'div', padding = 'm', interactive, className, ...rest } = props;
  const name = classNames(
    styles.card,
    styles[padding],
    interactive && styles.interactive,
    className,
  );
  return <Tag {...rest} className={name} />;
}
