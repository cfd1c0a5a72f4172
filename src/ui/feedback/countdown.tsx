import AlarmClock from 'lucide-react/icons/alarm-clock';
import Clock from 'lucide-react/icons/clock';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ClockFormat, clock, secondsLeft } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { classNames } from '../class-names.ts';
import styles from './countdown.module.css';
import { LiveRegion } from './live-region.tsx';

/** Remaining seconds at which it is announced (WCAG 2.2.1): five minutes, one minute, twenty seconds. */
const ANNOUNCED_AT = [300, 60, 20] as const;
const URGENT_SECONDS = 60;

interface CountdownProps {
  /** Monotonic milliseconds, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly format: ClockFormat;
  /** Accessible name of the countdown. */
  readonly label: string;
  /** Called once per deadline when it passes. */
  readonly onZero?: (() => void) | undefined;
  /** Only one countdown of a page should announce; turn it off for the others. */
  readonly announce?: boolean;
  readonly now?: () => number;
  readonly className?: string;
}

const monotonicNow = (): number => performance.now();

/** Returns the remaining milliseconds, updated at every whole second and when the page becomes visible. */
function useRemaining(
  deadline: number,
  now: () => number,
  onZero: (() => void) | undefined,
): number {
  const [, redraw] = useState(0);
  const atZero = useRef(onZero);
  useEffect(() => {
    atZero.current = onZero;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const tick = () => {
      clearTimeout(timer);
      if (ended) return;
      redraw((count) => count + 1);
      const left = deadline - now();
      const seconds = secondsLeft(left);
      if (seconds > 0) {
        timer = setTimeout(tick, Math.max(1, left - (seconds - 1) * 1000));
      } else {
        ended = true;
        atZero.current?.();
      }
    };
    tick();
    // Browsers throttle timers of hidden tabs, and a sleeping device runs none.
    document.addEventListener('visibilitychange', tick);
    window.addEventListener('pageshow', tick);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
      window.removeEventListener('pageshow', tick);
    };
  }, [deadline, now]);

  return deadline - now();
}

/** Returns the threshold that passed between two updates, the lowest if there are several. */
function useThreshold(deadline: number, seconds: number): number | null {
  const [last, setLast] = useState({ deadline, seconds, crossed: null as number | null });
  if (last.deadline !== deadline) setLast({ deadline, seconds, crossed: null });
  else if (last.seconds !== seconds) {
    const crossed = [...ANNOUNCED_AT]
      .reverse()
      .find((at) => last.seconds > at && seconds <= at && seconds > 0);
    setLast({ deadline, seconds, crossed: crossed ?? last.crossed });
  }
  return last.crossed;
}

/** Remaining time until a deadline: plain until the last minute, then marked by colour, icon and weight (§18.2, §4.12). */
export function Countdown(props: CountdownProps): ReactNode {
  const { deadline, format, label, onZero, announce = true, now = monotonicNow, className } = props;
  const t = useText();
  const left = useRemaining(deadline, now, onZero);
  const seconds = secondsLeft(left);
  const threshold = useThreshold(deadline, seconds);
  const urgent = seconds <= URGENT_SECONDS;
  // Once the time is over, the page says what follows.
  if (seconds <= 0) return null;
  const Icon = urgent ? AlarmClock : Clock;
  const spoken =
    threshold === null
      ? ''
      : threshold >= 60
        ? t('countdown.minutes', { n: threshold / 60 })
        : t('countdown.seconds', { n: threshold });
  return (
    <span className={classNames(styles.countdown, urgent && styles.urgent, className)}>
      <Icon className={styles.icon} aria-hidden="true" />
      <span role="timer" aria-live="off" aria-label={label} data-urgent={urgent || undefined}>
        {clock(left, format)}
      </span>
      {announce && <LiveRegion message={spoken} />}
    </span>
  );
}
