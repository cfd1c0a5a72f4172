import { useId, useState } from 'react';
import type { ActorView, Offer, WireEvent } from '../wire.ts';
import styles from './steering.module.css';
import { clockTime, duration } from './words.ts';

interface SteeringProps {
  readonly actor: ActorView | null;
  /** Null where nothing can be sent; `whyNot` says why. */
  readonly offer: Offer | null;
  readonly whyNot: string | null;
  readonly onSend: (event: WireEvent) => void;
  readonly onFire: (delay: string) => void;
}

/** Events that the selected actor can handle now, and its running delays. */
export function Steering({ actor, offer, whyNot, onSend, onFire }: SteeringProps) {
  const groups = groupedByType(offer?.events ?? []);
  return (
    <section className={styles.steering} aria-label="Steering">
      <h2 className={styles.heading}>Can take now</h2>
      {offer === null ? (
        <p className={styles.none}>
          {whyNot ?? (actor?.machine ? 'It is over.' : 'Not a machine.')}
        </p>
      ) : (
        <>
          {groups.length === 0 && <p className={styles.none}>No event of its catalogue.</p>}
          <ul className={styles.events}>
            {groups.map(([type, samples]) => (
              <EventRow
                key={`${actor?.sessionId} ${type}`}
                type={type}
                samples={samples}
                onSend={onSend}
              />
            ))}
          </ul>
          <OtherEvent key={actor?.sessionId} onSend={onSend} />
          <h2 className={styles.heading}>Delays</h2>
          {offer.delays.length === 0 && <p className={styles.none}>None is running.</p>}
          <ul className={styles.events}>
            {offer.delays.map(({ id, name, ms, dueAt }) => (
              <li key={id} className={styles.delay}>
                <span className={styles.type}>{name}</span>
                <span className={styles.quiet}>
                  {duration(ms)}, due {clockTime(dueAt).slice(0, 8)}
                </span>
                <button
                  type="button"
                  className={styles.small}
                  aria-label={`Fire ${name} now`}
                  onClick={() => onFire(id)}
                >
                  Fire now
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type Sample = Offer['events'][number];

function groupedByType(events: readonly Sample[]): readonly (readonly [string, Sample[]])[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of events) {
    groups.set(sample.event.type, [...(groups.get(sample.event.type) ?? []), sample]);
  }
  return [...groups];
}

/** One event type: the tester sends it as it is, picks another sample, or edits its payload first. */
function EventRow(props: {
  readonly type: string;
  readonly samples: readonly Sample[];
  readonly onSend: (event: WireEvent) => void;
}) {
  const { type, samples, onSend } = props;
  const [label, setLabel] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const sample = samples.find((one) => one.label === label) ?? samples[0];
  if (sample === undefined) return null;
  const { type: _, ...payload } = sample.event;
  const send = () => {
    onSend(sample.event);
    // Moves on to the next sample, because toggling the same seat again would release it.
    setLabel(null);
  };
  const hasPayload = Object.keys(payload).length > 0;
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <button type="button" className={styles.send} onClick={send}>
          {type}
        </button>
        {samples.length > 1 && (
          <select
            className={styles.sample}
            aria-label={`Sample for ${type}`}
            value={sample.label}
            onChange={(event) => setLabel(event.target.value)}
          >
            {samples.map((one) => (
              <option key={one.label} value={one.label}>
                {one.label}
              </option>
            ))}
          </select>
        )}
        {samples.length === 1 && <span className={styles.quiet}>{sample.label}</span>}
        {hasPayload && (
          <button
            type="button"
            className={styles.edit}
            aria-label={`Edit ${type}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {'{ }'}
          </button>
        )}
      </div>
      {isOpen && <Editor key={sample.label} event={sample.event} onSend={onSend} />}
    </li>
  );
}

/** Sends any event; the app validates it. */
function OtherEvent({ onSend }: { readonly onSend: (event: WireEvent) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.other}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Another event…
      </button>
      {isOpen && <Editor event={{ type: '' }} onSend={onSend} />}
    </div>
  );
}

function Editor(props: { readonly event: WireEvent; readonly onSend: (event: WireEvent) => void }) {
  const [text, setText] = useState(() => JSON.stringify(props.event, null, 2));
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const send = () => {
    const event = eventOf(text);
    setProblem(typeof event === 'string' ? event : null);
    if (typeof event !== 'string') props.onSend(event);
  };
  return (
    <div className={styles.editor}>
      <label className={styles.quiet} htmlFor={id}>
        Event as JSON. Leave ••• for what the app knows.
      </label>
      <textarea
        id={id}
        className={styles.json}
        rows={Math.min(14, text.split('\n').length)}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <button type="button" className={styles.small} onClick={send}>
        Send as edited
      </button>
    </div>
  );
}

/** The entered event, or an error message. */
function eventOf(text: string): WireEvent | string {
  try {
    const event: unknown = JSON.parse(text);
    const isEvent =
      typeof event === 'object' &&
      event !== null &&
      'type' in event &&
      typeof event.type === 'string' &&
      event.type !== '';
    return isEvent ? (event as WireEvent) : 'An event is an object with a "type".';
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.';
  }
}
