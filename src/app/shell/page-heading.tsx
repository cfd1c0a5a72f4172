import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../routing/page-title.tsx';

/** The step announced last, so that another state of the same step does not take the focus again. */
export interface StepEntry {
  readonly step: string;
  readonly announced: RefObject<string | null>;
}

/** Gives the step of a page to its heading. */
export const StepContext = createContext<StepEntry | null>(null);

interface PageHeadingProps {
  readonly children: ReactNode;
  /** The document title, where it differs from the heading. */
  readonly title: string;
  readonly lang?: string | undefined;
  readonly className?: string | undefined;
  /** State of the step: when it changes and the focused element is gone, the heading takes the focus. */
  readonly at?: string | undefined;
}

/** The h1 of a step: takes the focus when the step is entered, and when the focused element disappears (§18.5, accessibility). */
export function PageHeading({ children, title, lang, className, at }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const entry = useContext(StepContext);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `at` may have removed the focused element.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const isEntered = entry !== null && entry.announced.current !== entry.step;
    if (isEntered) {
      entry.announced.current = entry.step;
      window.scrollTo(0, 0);
    }
    if (isEntered || isLost) heading.current?.focus({ preventScroll: true });
  }, [entry, at]);

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 ref={heading} tabIndex={-1} lang={lang} className={classNames(className)}>
        {children}
      </h1>
    </>
  );
}
