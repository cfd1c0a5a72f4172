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

/** Which step was announced last, so that a state of the same step does not take the focus again. */
export interface StepEntry {
  readonly step: string;
  readonly announced: RefObject<string | null>;
}

/** Gives the step of a page to its heading. */
export const StepContext = createContext<StepEntry | null>(null);

interface PageHeadingProps {
  readonly children: ReactNode;
  /** The page in the tab, where that is not the heading's own text. */
  readonly title: string;
  readonly lang?: string | undefined;
  readonly className?: string | undefined;
  /** What the step is at: when it changes, the focus comes here if what had it is gone. */
  readonly at?: string | undefined;
}

/** The h1 of a step: takes the focus when the step is entered, and when what had it is gone (§2, accessibility). */
export function PageHeading({ children, title, lang, className, at }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const entry = useContext(StepContext);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` is what may have taken the focus away.
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
