import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './skeleton.module.css';

interface SkeletonProps {
  readonly shape?: 'line' | 'title' | 'block' | 'circle';
  readonly width?: 'xs' | 's' | 'm' | 'l' | 'full';
  /** Aspect ratio of the picture that a block replaces. */
  readonly ratio?: 'poster' | 'banner' | 'square';
  readonly className?: string | undefined;
}

/** One grey placeholder of expected content. */
export function Skeleton({
  shape = 'line',
  width = 'full',
  ratio,
  className,
}: SkeletonProps): ReactNode {
  const name = classNames(
    styles.skeleton,
    styles[shape],
    styles[width],
    ratio && styles[ratio],
    className,
  );
  return <span aria-hidden="true" className={name} />;
}

interface LoadingProps {
  /** Announced once; visible above the skeletons unless hidden. */
  readonly text: string;
  readonly hideText?: boolean;
  readonly lang?: string | undefined;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A loading state without a spinner: a text and skeletons shaped like the content. */
export function Loading({
  text,
  hideText = false,
  lang,
  className,
  children,
}: LoadingProps): ReactNode {
  return (
    <div className={className} aria-busy="true">
      {hideText ? (
        // Out of the flow as a whole: an empty paragraph would take the first cell of a grid.
        <VisuallyHidden as="p" role="status" lang={lang}>
          {text}
        </VisuallyHidden>
      ) : (
        <p role="status" lang={lang} className={styles.text ?? ''}>
          {text}
        </p>
      )}
      {children}
    </div>
  );
}
