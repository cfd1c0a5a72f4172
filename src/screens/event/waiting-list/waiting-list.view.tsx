import { type ReactNode, type Ref, useState } from 'react';
import { maxWaitingSeats } from '../../../../contract/limits.ts';
import type { WaitingEntry } from '../../../../contract/waiting-list.ts';
import { longMoment, parseInstant, zoneOf } from '../../../text/format.ts';
import { useLocale, useText } from '../../../text/translate.ts';
import { Button } from '../../../ui/button.tsx';
import { Countdown } from '../../../ui/feedback/countdown.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Stepper } from '../../../ui/form/stepper.tsx';
import { waitingListId } from '../next-step.tsx';
import styles from './waiting-list.module.css';

/** State and actions of the waiting list of one show. */
export interface WaitingListViewProps {
  /** Undefined until it is read; null for an account that does not wait. */
  readonly entry: WaitingEntry | null | undefined;
  readonly isSignedIn: boolean;
  readonly deadline: number | null;
  readonly busy: boolean;
  /** Why the last action failed; empty without a failure. */
  readonly problem: string;
  /** Choice of the show, for a series. */
  readonly choice?: ReactNode;
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly onJoin: (wanted: number) => void;
  readonly onLeave: () => void;
  readonly onBuy: () => void;
  readonly onZero?: () => void;
}

/** The waiting list of a sold-out show: join it, the position in it, or the offer (decision 056). */
export function WaitingListView(props: WaitingListViewProps) {
  const { entry, busy, problem, choice, headingRef, onLeave } = props;
  const t = useText();
  const isOffered = entry?.state === 'offered';
  return (
    <section
      aria-labelledby={waitingListId}
      className={`${styles.list} ${isOffered ? styles.turn : ''}`}
    >
      <h2 id={waitingListId} ref={headingRef} tabIndex={-1} className={styles.title}>
        {isOffered ? t('waiting.turn', { n: entry.offered ?? 0 }) : t('waiting.title')}
      </h2>
      {choice}
      {entry === undefined ? (
        <Skeleton />
      ) : isOffered ? (
        <Offer {...props} entry={entry} />
      ) : entry?.state === 'waiting' ? (
        <>
          <p role="status" className={styles.position}>
            {entry.ahead === 0
              ? t('waiting.first', { count: entry.wanted })
              : t('waiting.ahead', { n: entry.ahead ?? 0, count: entry.wanted })}
          </p>
          <p className={styles.note}>{t('waiting.mail')}</p>
          <Button variant="secondary" busy={busy} onClick={onLeave}>
            {t('waiting.leave')}
          </Button>
        </>
      ) : (
        <Joining {...props} />
      )}
      {problem !== '' && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </section>
  );
}

function Joining({ entry, isSignedIn, busy, onJoin }: WaitingListViewProps) {
  const t = useText();
  const [count, setCount] = useState(1);
  return (
    <>
      <p className={styles.note}>{t(entry == null ? 'waiting.intro' : 'waiting.lapsed')}</p>
      {!isSignedIn && <p className={styles.note}>{t('waiting.signIn')}</p>}
      <div className={styles.wish}>
        <Stepper
          label={t('waiting.count')}
          fewer={t('waiting.fewer')}
          more={t('waiting.more')}
          count={count}
          canRemove={count > 1}
          canAdd={count < maxWaitingSeats}
          onCount={setCount}
        />
        <Button variant="secondary" busy={busy} onClick={() => onJoin(count)}>
          {t('waiting.join')}
        </Button>
      </div>
    </>
  );
}

function Offer({
  entry,
  deadline,
  busy,
  onBuy,
  onLeave,
  onZero,
}: WaitingListViewProps & { readonly entry: WaitingEntry }) {
  const t = useText();
  const [locale] = useLocale();
  const end = parseInstant(entry.ends_at ?? '');
  return (
    <>
      {end !== null && (
        <p role="status" className={styles.position}>
          {t('waiting.until', { when: longMoment(end, locale, zoneOf(entry.ends_at ?? '')) })}
        </p>
      )}
      {deadline !== null && (
        <p className={styles.note}>
          {t('waiting.left')}{' '}
          <Countdown
            deadline={deadline}
            format="hh:mm:ss"
            label={t('waiting.left')}
            onZero={onZero}
          />
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onBuy}>{t('waiting.buy')}</Button>
        <Button variant="ghost" busy={busy} onClick={onLeave}>
          {t('waiting.giveUp')}
        </Button>
      </div>
    </>
  );
}
