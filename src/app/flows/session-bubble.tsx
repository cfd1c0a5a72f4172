import ChevronDown from 'lucide-react/icons/chevron-down';
import Ticket from 'lucide-react/icons/ticket';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import { timings } from '../../../machines/shared/timings.ts';
import { type MachineText, Said, type TextKey, useText, Words } from '../../text/translate.ts';
import { withWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import { fetched } from '../../ui/feedback/fetched.ts';
import { useRoot, useRootSelector } from '../actor-context.tsx';
import { mainId } from '../shell/page-main.tsx';
import { media } from '../shell/use-media.ts';
import type { Held } from './questions/exit-question.tsx';
import styles from './session-bubble.module.css';

/** Its words come with it: the bubble also stands on pages outside the purchase. */
const ExitQuestion = fetched(async () => ({
  default: (await withWords('queue', import('./questions/exit-question.tsx'))).ExitQuestion,
}));

interface BubbleViewProps {
  readonly eventName: string | null;
  readonly held: Held;
  /** Position in the queue, 1 is next; null while unknown. */
  readonly position: number | null;
  /** Monotonic milliseconds; null while waiting in the queue. */
  readonly deadline: number | null;
  readonly problem: MachineText | null;
  readonly canResume: boolean;
  readonly canExit: boolean;
  readonly onResume: () => void;
  readonly onExit: () => void;
  readonly startsOpen?: boolean;
  readonly onFold?: (open: boolean) => void;
}

/** The step of the purchase, from the session's state on the server (§2.91). */
export function bubbleStep(reading: Pick<SessionReading, 'step' | 'hasDraft'>): TextKey {
  switch (reading.step) {
    case 'queued':
      return 'bubble.queue';
    case 'paymentSelection':
      return 'bubble.paymentMethod';
    case 'paymentProcessing':
      return 'bubble.payment';
    default:
      return reading.hasDraft ? 'bubble.orderForm' : 'bubble.seats';
  }
}

/** The position, unless the next reading is so far away that it would be out of date (decision 060). */
export function freshPosition({ position, nextContactMs }: SessionReading): number | null {
  return (nextContactMs ?? 0) > timings.nearHeartbeat ? null : position;
}

/** Publishes the bubble's height as a CSS property, so that it covers no focused element (WCAG 2.4.11, §2.94). */
function useRoomOnPage() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver !== 'function') return undefined;
    const page = document.documentElement;
    const watch = new ResizeObserver(() => {
      page.style.setProperty('--bubble-space', `${element.offsetHeight}px`);
    });
    watch.observe(element);
    page.dataset.bubble = '';
    return () => {
      watch.disconnect();
      page.style.removeProperty('--bubble-space');
      delete page.dataset.bubble;
    };
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      // The button that had the focus disappears with the bubble, so the focus moves to the page.
      if (element?.contains(document.activeElement)) {
        document.getElementById(mainId)?.focus({ preventScroll: true });
      }
    };
  }, []);
  return box;
}

/** The reminder of a live session: above the bottom bar on phones, in the corner on wide screens. */
export function SessionBubbleView(props: BubbleViewProps) {
  const { eventName, held, position, deadline, problem } = props;
  const { canResume, canExit, onResume, onExit, startsOpen = true, onFold } = props;
  const t = useText();
  const [open, setOpen] = useState(startsOpen);
  const [isAsking, setAsking] = useState(false);
  const box = useRoomOnPage();
  const isWaiting = held.step === 'queued';
  const fold = () => {
    setOpen(!open);
    onFold?.(!open);
  };
  const status = !isWaiting
    ? t('bubble.online')
    : position === null
      ? t('bubble.waiting')
      : t('bubble.waitingAt', { position });
  return (
    <aside ref={box} className={styles.bubble} aria-label={t('bubble.title')} data-print="hide">
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-label={t(open ? 'bubble.collapse' : 'bubble.expand')}
        onClick={fold}
      >
        <Ticket aria-hidden="true" className={styles.mark} />
        <span className={styles.title}>{t('bubble.title')}</span>
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </button>
      {deadline !== null && (
        <p className={styles.clock}>
          <span>{t('bubble.remaining')}</span>
          <Countdown deadline={deadline} format="m:ss" label={t('bubble.remaining')} />
        </p>
      )}
      {open && (
        <div className={styles.body}>
          <div>
            {eventName !== null && <p className={styles.event}>{eventName}</p>}
            <div className={styles.facts}>
              <p>
                <Words of={bubbleStep(held)} />
              </p>
              <p className={styles.status} data-waiting={isWaiting || undefined}>
                <span>{`${t('bubble.status')}: ${status}`}</span>
              </p>
            </div>
          </div>
          {problem !== null && (
            <Alert tone="danger">
              <Said text={problem} />
            </Alert>
          )}
          <div className={styles.actions}>
            <Button size="s" disabled={!canResume} onClick={onResume}>
              {t('bubble.continue')}
            </Button>
            <Button
              size="s"
              variant="ghost"
              className={styles.exit ?? ''}
              disabled={!canExit}
              onClick={() => setAsking(true)}
            >
              <Words of="bubble.exit" />
            </Button>
          </div>
          {isAsking && (
            <Suspense>
              <ExitQuestion
                held={held}
                canExit={canExit}
                onStay={() => setAsking(false)}
                onExit={() => {
                  setAsking(false);
                  onExit();
                }}
              />
            </Suspense>
          )}
        </div>
      )}
    </aside>
  );
}

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

/** Whether the buyer left the bubble open, by session id, until the page is unloaded. */
const leftOpen = new Map<string, boolean>();

/** Open at first. Afterwards it reopens folded on small windows (§2.94), elsewhere as the buyer left it. */
function startsOpen(id: string): boolean {
  const isNarrow =
    typeof window.matchMedia === 'function' && !window.matchMedia(media.desktop).matches;
  return !leftOpen.has(id) || (!isNarrow && leftOpen.get(id) === true);
}

const selectShown = (snapshot: RootSnapshot) => snapshot.matches({ bubble: 'shown' });
const selectReading = ({ context }: RootSnapshot) => context.reading;
const selectProblem = ({ context }: RootSnapshot) => context.exitProblem;
const selectCanResume = (snapshot: RootSnapshot) => snapshot.can({ type: 'bubble.resume' });
const selectCanExit = (snapshot: RootSnapshot) => snapshot.can({ type: 'bubble.exit' });

/** The bubble of the running session, while the root shows it. */
export function SessionBubble() {
  const root = useRoot();
  const shown = useRootSelector(selectShown);
  const reading = useRootSelector(selectReading);
  const problem = useRootSelector(selectProblem);
  const canResume = useRootSelector(selectCanResume);
  const canExit = useRootSelector(selectCanExit);
  const id = (shown && reading?.id) || null;
  useEffect(() => {
    if (id === null) return undefined;
    return () => {
      if (!leftOpen.has(id)) leftOpen.set(id, true);
    };
  }, [id]);
  if (!shown || reading === null) return null;
  return (
    <SessionBubbleView
      key={id}
      startsOpen={id === null || startsOpen(id)}
      onFold={(open) => {
        if (id !== null) leftOpen.set(id, open);
      }}
      eventName={reading.eventName}
      held={reading}
      position={freshPosition(reading)}
      deadline={reading.deadline}
      problem={problem}
      canResume={canResume}
      canExit={canExit}
      onResume={() => root.send({ type: 'bubble.resume' })}
      onExit={() => root.send({ type: 'bubble.exit' })}
    />
  );
}
