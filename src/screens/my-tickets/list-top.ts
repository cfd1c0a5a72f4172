import { type RefObject, useRef } from 'react';

/**
 * After a page change in a list taller than the window the reader would see the end of the next page: `show` scrolls to the top of the list
 * if that is out of view.
 */
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
