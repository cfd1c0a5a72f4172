import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The id of the main part, for the skip link. */
export const mainId = 'content';

/** The main part of a page: after a navigation the focus goes to it, and the page starts at its top. */
export function PageMain(props: { readonly className?: string; readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const popped = useRef(false);

  useEffect(() => {
    // After Back the browser restores the scroll position.
    const note = () => {
      popped.current = true;
    };
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (!popped.current) window.scrollTo(0, 0);
    popped.current = false;
  }, [pathname]);

  return (
    <main ref={main} id={mainId} tabIndex={-1} className={props.className}>
      {props.children}
    </main>
  );
}
