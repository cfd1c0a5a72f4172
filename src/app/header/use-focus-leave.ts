import { type FocusEvent, useEffect, useRef } from 'react';

/** How long a box stays open after the focus has left it, in ms (§9.34). */
const leaveDelay = 200;

/** Handlers that call `onLeave` once the focus has stayed outside the box for the delay, so that a slow press inside is not lost (§2.40). */
export function useFocusLeave(onLeave: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onFocus: () => clearTimeout(timer.current),
    onBlur: (event: FocusEvent) => {
      clearTimeout(timer.current);
      if (!event.currentTarget.contains(event.relatedTarget)) {
        timer.current = setTimeout(onLeave, leaveDelay);
      }
    },
  };
}
