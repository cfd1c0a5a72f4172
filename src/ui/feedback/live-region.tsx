import { type ReactNode, useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';

interface LiveRegionProps {
  readonly message: string;
  readonly lang?: string | undefined;
  readonly assertive?: boolean;
  /** Milliseconds between two announcements; the latest message wins. */
  readonly minInterval?: number;
}

/** Announces changes of a message to screen readers. Mount it before the first message. */
export function LiveRegion({
  message,
  lang,
  assertive = false,
  minInterval = 0,
}: LiveRegionProps): ReactNode {
  const [spoken, setSpoken] = useState('');
  const spokenAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const wait = Math.max(0, spokenAt.current + minInterval - performance.now());
    const timer = setTimeout(() => {
      spokenAt.current = performance.now();
      setSpoken(message);
    }, wait);
    return () => clearTimeout(timer);
  }, [message, minInterval]);

  return (
    <VisuallyHidden lang={lang} aria-live={assertive ? 'assertive' : 'polite'} aria-atomic="true">
      {spoken}
    </VisuallyHidden>
  );
}
