import { useState } from 'react';
import type { ActorView } from '../wire.ts';
import styles from './context-tree.module.css';

/** Context of the selected actor, and the output of a finished one. Marks the values that the last event changed. */
export function ContextTree({ actor }: { readonly actor: ActorView | null }) {
  const parts = actor === null ? [] : partsOf(actor);
  return (
    <section className={styles.context} aria-label="Context">
      <h2 className={styles.heading}>Context</h2>
      {parts.length === 0 && <p className={styles.none}>Nothing is kept.</p>}
      {parts.map(({ name, value, before }) => (
        <Entry
          key={`${actor?.sessionId} ${name}`}
          name={name}
          value={value}
          before={before}
          depth={0}
        />
      ))}
    </section>
  );
}

interface Part {
  readonly name: string;
  readonly value: unknown;
  readonly before: unknown;
}

function partsOf(actor: ActorView): readonly Part[] {
  const kept = isObject(actor.context) ? Object.entries(actor.context) : [];
  const over = [
    ['output', actor.output],
    ['error', actor.error],
  ] as const;
  return [
    ...over
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ name, value, before: value })),
    ...kept.map(([name, value]) => ({ name, value, before: at(actor.before, name) })),
  ];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const at = (value: unknown, key: string): unknown =>
  isObject(value) ? Reflect.get(value, key) : undefined;
const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

function Entry({ name, value, before, depth }: Part & { readonly depth: number }) {
  const [isOpen, setOpen] = useState(false);
  const isChanged = !same(value, before);
  const changed = isChanged ? { 'data-changed': true, title: 'Changed by the last event' } : {};
  if (!isObject(value) || Object.keys(value).length === 0) {
    return (
      <div className={styles.leaf} {...changed}>
        <span className={styles.key}>{name}</span>
        <Value value={value} />
      </div>
    );
  }
  return (
    <div className={styles.branch}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        {...changed}
      >
        <span className={styles.key}>{name}</span>
        {!isOpen && <span className={styles.summary}>{summaryOf(value)}</span>}
      </button>
      {isOpen && (
        <div className={styles.inside}>
          {Object.entries(value).map(([key, inner]) => (
            <Entry key={key} name={key} value={inner} before={at(before, key)} depth={depth + 1} />
          ))}
        </div>
      )}
    </div>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const kind = value === null ? 'null' : typeof value;
  const text = isObject(value)
    ? Array.isArray(value)
      ? '[]'
      : '{}'
    : typeof value === 'string'
      ? `"${value}"`
      : String(value);
  return (
    <span className={styles.value} data-kind={kind}>
      {text}
    </span>
  );
}

function summaryOf(value: object): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
