import {
  Accessibility,
  Ban,
  CalendarClock,
  CalendarX2,
  CircleCheckBig,
  CircleHelp,
  History,
  type LucideIcon,
  ShieldX,
  Undo2,
  WifiOff,
} from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Guest } from '../../contract/gate.ts';
import type { JudgedScan, Verdict } from '../../machines/gate/gate.types.ts';
import { localTime, longDate, zoneOf } from '../text/format.ts';
import styles from './result.module.css';
import { useWords } from './words/words-context.ts';

const icons: Readonly<Record<Verdict, LucideIcon>> = {
  valid: CircleCheckBig,
  used: History,
  revoked: Ban,
  wrongEvent: CalendarX2,
  otherNight: CalendarClock,
  forged: ShieldX,
  unknown: CircleHelp,
  needsNetwork: WifiOff,
  unchecked: CircleHelp,
  undone: Undo2,
};

interface ResultProps {
  readonly scan: JudgedScan;
  readonly door: string;
  readonly guest: Guest | null;
  readonly isPractice: boolean;
  readonly onNext: () => void;
}

/** The verdict in full screen, by colour, symbol and text. */
export function Result({ scan, door, guest, isPractice, onNext }: ResultProps): ReactNode {
  const words = useWords();
  const id = useId();
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  const { verdict, seat, category, first } = scan;
  const Icon = icons[verdict];
  const title = words.verdict[verdict];
  const doorOf = (name: string) => (name === door ? words.here : name || words.anotherDoor);
  return (
    <section className={styles.result} data-verdict={verdict}>
      <div id={id} className={styles.told} role={verdict === 'valid' ? 'status' : 'alert'}>
        {isPractice && <p className={styles.practice}>{words.practiceNote}</p>}
        <Icon className={styles.icon} />
        <h2 className={styles.word} style={{ '--letters': longestWord(title) } as CSSProperties}>
          {title}
        </h2>
        <p className={styles.advice}>{words.advice[verdict]}</p>
        {verdict === 'used' && first !== null && (
          <p className={styles.when}>
            {words.usedAt(localTime(Date.parse(first.at)), doorOf(first.door))}
          </p>
        )}
        {scan.night && (
          <p className={styles.when}>
            {`${scan.night.name}, ${longDate(Date.parse(scan.night.datetime), words.lang, zoneOf(scan.night.datetime))}`}
          </p>
        )}
        {guest !== null && (
          <p className={styles.guest}>
            {guest.holder_name}
            {guest.is_wheelchair && (
              <span className={styles.mark}>
                <Accessibility aria-hidden="true" />
                {words.wheelchair}
              </span>
            )}
          </p>
        )}
        {seat !== null && verdict !== 'wrongEvent' && (
          <dl className={styles.facts}>
            <div>
              <dt>{words.seat}</dt>
              <dd>{seat}</dd>
            </div>
            {category !== null && (
              <div>
                <dt>{words.category}</dt>
                <dd>{category}</dd>
              </div>
            )}
          </dl>
        )}
        {verdict === 'valid' && !scan.isConfirmed && !isPractice && (
          <p className={styles.note}>{words.decidedAlone}</p>
        )}
      </div>
      {/* Screen readers may skip a status that is inserted with its text; they announce an alert. */}
      <button
        type="button"
        className={styles.next}
        ref={next}
        onClick={onNext}
        aria-describedby={verdict === 'valid' ? id : undefined}
      >
        {words.next}
      </button>
    </section>
  );
}

/** Returns the length of the longest word, which limits the font size of a verdict. */
function longestWord(text: string): number {
  return Math.max(...text.split(' ').map((word) => word.length));
}
