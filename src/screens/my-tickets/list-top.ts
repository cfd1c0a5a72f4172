import { type RefObject, useRef } from 'react';

/** Turning a page whose cards are taller than the window would leave the reader at the end of the next one: `show` goes to the top of the list where that is out of sight. */
export function useListTop(): {
  readonly top: RefObject<HTMLDivElement | null>;
  readonly show: () => void;
} {
  const top = useRef<HTMLDivElement>(null);
  const show = () => {
    const list = top.current;
    if (list !== null && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  };
  return { top, show };
}
