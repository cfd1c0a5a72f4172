import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '../../ui/class-names.ts';
import styles from './drop-menu.module.css';

interface DropMenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly summary: ReactNode;
  readonly className?: string | undefined;
  readonly panelClassName?: string | undefined;
  readonly children: ReactNode;
}

/** Index of the menu entry to which a key moves the focus from `at` (-1 is the button); null for a key that the menu does not handle. */
function entryAt(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** A native disclosure that floats: walked by the arrows, closed by Escape, outside presses, a chosen entry and navigation. */
export function DropMenu({ label, summary, className, panelClassName, children }: DropMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();

  const openedOn = useRef(pathname);

  useEffect(() => {
    // Before hydration the menu opens without script, so the first effect must not close it.
    if (openedOn.current === pathname) return;
    openedOn.current = pathname;
    if (details.current) details.current.open = false;
  }, [pathname]);

  useEffect(() => {
    const box = details.current;
    if (box === null) return;
    const outside = (event: Event) => {
      if (box.open && event.target instanceof Node && !box.contains(event.target)) box.open = false;
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !box.open) return;
      box.open = false;
      box.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDetailsElement>) => {
    const box = event.currentTarget;
    const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (!box.open && !opens) return;
    const entries = [...box.querySelectorAll<HTMLElement>('a, button')];
    const at = entries.findIndex((entry) => entry.contains(document.activeElement));
    const next = entryAt(event.key, at, entries.length);
    if (next === null) return;
    event.preventDefault();
    box.open = true;
    entries[next]?.focus();
  };

  const chosen = (event: MouseEvent) => {
    // A control in the menu, such as the language switch, is no entry: the menu stays open and shows the change.
    const entry =
      event.target instanceof Element && event.target.closest('a, button:not([aria-pressed])');
    if (entry && details.current) details.current.open = false;
  };

  return (
    <details ref={details} className={classNames(styles.menu, className)} onKeyDown={onKeyDown}>
      <summary className={styles.summary} aria-label={label}>
        {summary}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only receives the bubbled events of its links and buttons. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a link or button arrives as a click. */}
      <div className={classNames(styles.panel, panelClassName)} onClick={chosen}>
        {children}
      </div>
    </details>
  );
}
