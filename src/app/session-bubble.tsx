import ChevronDown from 'lucide-react/icons/chevron-down';
import Ticket from 'lucide-react/icons/ticket';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../machines/root/root.machine.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import { type TextKey, useText } from '../text/translate.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { useRoot, useRootSelector } from './actor-context.tsx';
import styles from './session-bubble.module.css';

interface BubbleViewProps {
  readonly eventName: string | null;
  readonly step: TextKey;
  /** Monotonic milliseconds; null while waiting in the queue. */
  readonly deadline: number | null;
  readonly problem: string | null;
  readonly canResume: boolean;
  readonly canExit: boolean;
  readonly onResume: () => void;
  readonly onExit: () => void;
}

/** What the buyer is doing in a session, by its state on the server (§2). */
export function bubbleStep(reading: Pick<SessionReading, 'state' | 'hasDraft'>): TextKey {
  switch (reading.state) {
    case 'queued':
      return 'bubble.queue';
    case 'payment_selection':
      return 'bubble.paymentMethod';
    case 'payment_processing':
      return 'bubble.payment';
    default:
      return reading.hasDraft ? 'bubble.orderForm' : 'bubble.seats';
  }
}

/** The reminder of a live session: above the bottom bar on phones, in the corner on wide screens. */
export function SessionBubbleView(props: BubbleViewProps) {
  const { eventName, step, deadline, problem, canResume, canExit, onResume, onExit } = props;
  const t = useText();
  const [open, setOpen] = useState(true);
  return (
    <aside className={styles.bubble} aria-label={t('bubble.title')} data-print="hide">
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-label={t(open ? 'bubble.collapse' : 'bubble.expand')}
        onClick={() => setOpen(!open)}
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
            <p className={styles.step}>{t(step)}</p>
          </div>
          {problem !== null && <Alert tone="danger">{problem}</Alert>}
          <div className={styles.actions}>
            <Button size="s" disabled={!canResume} onClick={onResume}>
              {t('bubble.continue')}
            </Button>
            <Button
              size="s"
              variant="ghost"
              className={styles.exit ?? ''}
              disabled={!canExit}
              onClick={onExit}
            >
              {t('bubble.exit')}
            </Button>
          </div>
        </div>
      )}
    </aside>
  );
}

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

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
  if (!shown || reading === null) return null;
  return (
    <SessionBubbleView
      eventName={reading.eventName}
      step={bubbleStep(reading)}
      deadline={reading.deadline}
      problem={problem}
      canResume={canResume}
      canExit={canExit}
      onResume={() => root.send({ type: 'bubble.resume' })}
      onExit={() => root.send({ type: 'bubble.exit' })}
    />
  );
}
