import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './tabs.module.css';

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly lang?: string | undefined;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs with one tab stop: arrows, Home and End move and select. */
export function Tabs({ label, items, value, onChange }: TabsProps): ReactNode {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const selected = Math.max(
    0,
    items.findIndex((item) => item.id === value),
  );
  const current = items[selected];

  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelectorAll<HTMLElement>('[role="tab"]')[selected];
    // scrollIntoView would scroll the page as well.
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);

  const move = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(selected, items.length);
    const item = next === undefined ? undefined : items[next];
    if (next === undefined || item === undefined) return;
    event.preventDefault();
    onChange(item.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {items.map((item, index) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${base}-tab-${item.id}`}
            lang={item.lang}
            aria-selected={index === selected}
            aria-controls={index === selected ? `${base}-panel` : undefined}
            tabIndex={index === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(item.id)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {current && (
        <div
          role="tabpanel"
          id={`${base}-panel`}
          aria-labelledby={`${base}-tab-${current.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a panel without controls.
          tabIndex={0}
          className={styles.panel}
        >
          {current.content}
        </div>
      )}
    </div>
  );
}
