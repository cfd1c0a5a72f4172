import Gauge from 'lucide-react/icons/gauge';
import Ticket from 'lucide-react/icons/ticket';
import type { CSSProperties } from 'react';
import { maxSeatsPerOrder } from '../../../contract/limits.ts';
import { linePercent, scarcityOf, waitRange } from '../../../machines/queue/queue.rules.ts';
import { type TextKey, useLocale, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import styles from './queue.module.css';
import type { QueueViewProps } from './queue-view-props.ts';

const scarcityTexts: Readonly<Record<'gone' | 'likely' | 'possible', TextKey>> = {
  gone: 'queue.seatsGone',
  likely: 'queue.seatsLikelyGone',
  possible: 'queue.seatsFew',
};

/** True for a number that does not fit on a narrow page in full size; undefined sets no attribute. */
export function isLong(number: number): true | undefined {
  return number >= 10_000 || undefined;
}

/** The waiting time at the measured pace, as a range; unknown as long as no pace is. */
function Estimate(props: Pick<QueueViewProps, 'servedPerMinute'> & { readonly position: number }) {
  const t = useText();
  const [locale] = useLocale();
  const { position, servedPerMinute } = props;
  const range = waitRange(position, servedPerMinute);
  if (range === null || servedPerMinute === null) {
    return (
      <>
        <p className={styles.estimate}>{t('queue.estimateUnknown')}</p>
        <p className={styles.pace}>{t('queue.estimateWhy')}</p>
      </>
    );
  }
  const { unit, from, to } = range;
  const time = t(unit === 'hours' ? 'queue.hours' : 'queue.minutes', {
    range: from === to ? from : `${from}–${to}`,
  });
  return (
    <>
      <p className={styles.estimate}>{t('queue.estimate', { time })}</p>
      <p className={styles.pace}>
        <Gauge aria-hidden="true" />
        <span>
          {t('queue.pace', {
            n: servedPerMinute.toLocaleString(locale, { maximumFractionDigits: 1 }),
          })}
        </span>
      </p>
    </>
  );
}

/** Warns before the seats run out, not after the wait. */
export function Scarcity({ position, seatsLeft }: Pick<QueueViewProps, 'position' | 'seatsLeft'>) {
  const scarcity = position === null ? null : scarcityOf(seatsLeft, position);
  if (position === null || scarcity === null) return null;
  return (
    <Alert tone={scarcity === 'possible' ? 'info' : 'warning'}>
      <Words
        of={scarcityTexts[scarcity]}
        values={{ seats: seatsLeft ?? 0, ahead: position - 1, max: maxSeatsPerOrder }}
      />
    </Alert>
  );
}

/** An account has one position: another device says so, and can become the device that moves on to the seats. */
export function Elsewhere(props: QueueViewProps) {
  const t = useText();
  if (!props.isFollowing) return null;
  return (
    <Alert
      tone="info"
      title={t('queue.elsewhere')}
      action={
        <Button variant="secondary" size="s" busy={props.isTakingOver} onClick={props.onTakeOver}>
          {t('queue.takeOver')}
        </Button>
      }
    >
      {t(props.stage === 'online' ? 'queue.elsewhereOnline' : 'queue.elsewhereWaiting')}
    </Alert>
  );
}

/** The way from where the buyer joined to the turn, and where they are on it. */
function Way(props: { readonly position: number; readonly start: number }) {
  const t = useText();
  const [locale] = useLocale();
  const { position, start } = props;
  const percent = linePercent(position - 1, start);
  const moved = start - (position - 1);
  return (
    <div className={styles.way} style={{ '--way-done': percent / 100 } as CSSProperties}>
      <div className={styles.track}>
        <ProgressBar
          value={percent}
          label={t('queue.positionLabel')}
          valueText={t('queue.position', { position })}
        />
        <span className={styles.you} aria-hidden="true">
          {t('queue.you')}
        </span>
        <span className={styles.goal} aria-hidden="true">
          <Ticket />
        </span>
      </div>
      {moved > 0 && (
        <p className={styles.moved}>{t('queue.moved', { n: moved.toLocaleString(locale) })}</p>
      )}
    </div>
  );
}

/** The people ahead, the way so far, and the waiting time. */
export function Line(
  props: Pick<QueueViewProps, 'position' | 'startAhead' | 'isPaused' | 'servedPerMinute'>,
) {
  const t = useText();
  const [locale] = useLocale();
  const { position, startAhead, isPaused, servedPerMinute } = props;
  if (position === null) return null;
  const ahead = position - 1;
  return (
    <div className={styles.line}>
      {ahead === 0 ? (
        <p className={styles.next}>{t('queue.next')}</p>
      ) : (
        <p className={styles.ahead}>
          <strong className={styles.position} data-long={isLong(ahead)}>
            {ahead.toLocaleString(locale)}
          </strong>{' '}
          <span>{t('queue.ahead', { n: ahead })}</span>
        </p>
      )}
      <p className={styles.positionLabel}>
        {`${t('queue.positionLabel')} ${position.toLocaleString(locale)}`}
      </p>
      <Way position={position} start={Math.max(startAhead ?? 0, ahead)} />
      {isPaused ? (
        <p className={styles.estimate}>{t('queue.paused')}</p>
      ) : (
        <Estimate position={position} servedPerMinute={servedPerMinute} />
      )}
    </div>
  );
}
