import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import {
  createPath,
  type To,
  useHref,
  useLocation,
  useNavigate,
  useResolvedPath,
} from 'react-router-dom';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: To;
  /** Takes the place of the current entry of the history; a link to the page that is shown does so by itself. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** A press that means 'here and now': anything else, such as a new tab, is left to the browser. */
function isPlain(event: MouseEvent, target: string | undefined): boolean {
  const held = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey;
  return event.button === 0 && !held && (target === undefined || target === '_self');
}

/** A link within the app. In place of the router's own, which carries the prefetching of a framework we do not use (decision 015). */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps): ReactNode {
  const href = useHref(to);
  const here = useLocation();
  const path = useResolvedPath(to);
  const navigate = useNavigate();
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event, rest.target)) return;
    event.preventDefault();
    void navigate(to, { replace: replace ?? createPath(here) === createPath(path), state });
  };
  return <a {...rest} href={href} onClick={press} />;
}

interface NavLinkProps extends LinkProps {
  /** Current on exactly this path alone, not on those below it. */
  readonly end?: boolean;
}

/** A link that says with `aria-current` that its page is shown. */
export function NavLink({ end = false, ...rest }: NavLinkProps): ReactNode {
  const path = useResolvedPath(rest.to).pathname.toLowerCase();
  const here = useLocation().pathname.toLowerCase();
  const isCurrent = here === path || (!end && here.startsWith(`${path}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...rest} />;
}
