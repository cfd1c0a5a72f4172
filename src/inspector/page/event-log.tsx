import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { LogRow } from '../timeline.ts';
import styles from './event-log.module.css';
import { clockTime, eventWords } from './words.ts';

interface EventLogProps {
  readonly rows: readonly LogRow[];
  /** Row whose state is shown; null for the newest. */
  readonly picked: number | null;
  readonly onPick: (seq: number | null) => void;
}

/** Rows rendered at once. */
const drawnRows = 400;

/** The log of all events. Selecting a line shows the state after it; 'Live' returns to the newest. */
export function EventLog({ rows, picked, onPick }: EventLogProps) {
  const [filter, setFilter] = useState('');
  const [showsCalls, setShowsCalls] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const words = filter.trim().toLowerCase();
  const shown = rows.filter((row) => isShown(row, words, showsCalls));
  const at = shown.findIndex(({ seq }) => seq === picked);
  const isLive = picked === null;
  const from = Math.max(
    0,
    Math.min(shown.length, isLive ? shown.length : at + drawnRows / 2) - drawnRows,
  );
  const drawn = shown.slice(from, from + drawnRows);

  const newest = shown.at(-1)?.seq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to a new last line and to a selected line.
  useEffect(() => {
    const box = list.current;
    if (box === null) return;
    if (isLive) box.scrollTop = box.scrollHeight;
    else keepInView(box, box.querySelector('[aria-selected="true"]'));
  }, [newest, picked, isLive]);

  const step = (by: number) => {
    const next = (at === -1 ? shown.length - 1 : at) + (at === -1 && by > 0 ? 0 : by);
    const row = shown[Math.max(0, Math.min(shown.length - 1, next))];
    if (row !== undefined) onPick(row.seq);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (by !== undefined) step(by);
    else if (event.key === 'Home') onPick(shown[0]?.seq ?? null);
    else if (event.key === 'End' || event.key === 'Escape') onPick(null);
    else return;
    event.preventDefault();
  };

  return (
    <section className={styles.log} aria-label="Event log">
      <div className={styles.head}>
        <h2 className={styles.heading}>Events</h2>
        <input
          type="search"
          className={styles.filter}
          placeholder="Filter by actor, event or state"
          aria-label="Filter events"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <label className={styles.calls}>
          <input
            type="checkbox"
            checked={showsCalls}
            onChange={(event) => setShowsCalls(event.target.checked)}
          />
          Calls
        </label>
        <input
          type="range"
          className={styles.scrub}
          aria-label="Moment"
          min={0}
          max={Math.max(0, shown.length - 1)}
          value={at === -1 ? Math.max(0, shown.length - 1) : at}
          aria-valuetext={isLive ? 'live' : `${at + 1} of ${shown.length}`}
          disabled={shown.length === 0}
          onChange={(event) => onPick(shown[Number(event.target.value)]?.seq ?? null)}
        />
        <span className={styles.count}>
          {isLive ? `${shown.length}` : `${at === -1 ? '–' : at + 1} / ${shown.length}`}
        </span>
        <button
          type="button"
          className={styles.live}
          aria-pressed={isLive}
          onClick={() => onPick(null)}
        >
          Live
        </button>
      </div>
      {shown.length === 0 ? (
        <p className={styles.none}>
          {rows.length === 0 ? 'Nothing happened yet.' : 'No line fits the filter.'}
        </p>
      ) : (
        <div
          ref={list}
          className={styles.rows}
          role="listbox"
          aria-label="Events, newest last"
          tabIndex={0}
          aria-activedescendant={picked === null ? undefined : `row-${picked}`}
          onKeyDown={onKeyDown}
        >
          {drawn.map((row) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the list, which has the focus.
            <div
              key={row.seq}
              id={`row-${row.seq}`}
              role="option"
              aria-selected={row.seq === picked}
              tabIndex={-1}
              className={styles.row}
              data-note={row.note}
              data-still={!row.changed && row.note === null}
              onClick={() => onPick(row.seq)}
            >
              <time className={styles.time}>{clockTime(row.at)}</time>{' '}
              <span className={styles.actor}>{row.actor}</span>{' '}
              <span className={styles.event}>
                {row.note === null ? eventWords(row.event.type) : row.event.type}
                {row.from !== null && row.from !== row.actor && (
                  <span className={styles.from}> from {row.from}</span>
                )}
              </span>{' '}
              {row.note === null && (
                <span className={styles.state} title={row.state ?? undefined}>
                  {row.changed ? row.state || row.status : 'no change'}
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

/** Scrolls a list, and nothing around it, as little as is needed. */
function keepInView(box: HTMLElement, line: Element | null): void {
  if (line === null) return;
  const outer = box.getBoundingClientRect();
  const inner = line.getBoundingClientRect();
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

function isShown(row: LogRow, words: string, showsCalls: boolean): boolean {
  if (!showsCalls && row.machine === null && row.note === null) return false;
  if (words === '') return true;
  return [row.actor, row.event.type, eventWords(row.event.type), row.state ?? ''].some((text) =>
    text.toLowerCase().includes(words),
  );
}
