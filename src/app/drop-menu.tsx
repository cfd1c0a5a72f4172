import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '../ui/class-names.ts';
import styles from './drop-menu.module.css';

interface DropMenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly summary: ReactNode;
  readonly className?: string | undefined;
  readonly panelClassName?: string | undefined;
  readonly children: ReactNode;
}

/** A native disclosure that floats: closes on Escape, outside presses, a chosen entry and navigation. */
export function DropMenu({ label, summary, className, panelClassName, children }: DropMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what closes it.
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [pathname]);

  useEffect(() => {
    const box = details.current;
    if (box === null) return;
    const outside = (event: Event) => {
      if (box.open && event.target instanceof Node && !box.contains(event.target)) box.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !box.open) return;
      box.open = false;
      box.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  const chosen = (event: MouseEvent) => {
    const entry = event.target instanceof Element && event.target.closest('a, button');
    if (entry && details.current) details.current.open = false;
  };

  return (
    <details ref={details} className={classNames(styles.menu, className)}>
      <summary className={styles.summary} aria-label={label}>
        {summary}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its links and buttons were told. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a link or button arrives as a click. */}
      <div className={classNames(styles.panel, panelClassName)} onClick={chosen}>
        {children}
      </div>
    </details>
  );
}
