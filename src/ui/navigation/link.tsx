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
  /** Replaces the current history entry; a link to the current page does so by default. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** True for a plain press; the browser handles all others, such as opening a new tab. */
function isPlain(event: MouseEvent, target: string | undefined): boolean {
  const held = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey;
  return event.button === 0 && !held && (target === undefined || target === '_self');
}

/** A link within the app. The router's own link carries prefetching code for a framework that we do not use (decision 015). */
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
  /** If true, current only on exactly this path, not on paths below it. */
  readonly end?: boolean;
}

/** A link that marks the current page with `aria-current`. */
export function NavLink({ end = false, ...rest }: NavLinkProps): ReactNode {
  const path = useResolvedPath(rest.to).pathname.toLowerCase();
  const here = useLocation().pathname.toLowerCase();
  const isCurrent = here === path || (!end && here.startsWith(`${path}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...rest} />;
}
