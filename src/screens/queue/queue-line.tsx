import Gauge from 'lucide-react/icons/gauge';
import { maxSeatsPerOrder } from '../../../contract/limits.ts';
import {
  barPercent,
  estimateMinutes,
  paceMinutes,
  scarcityOf,
  upperLabel,
} from '../../../machines/queue/queue.rules.ts';
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

/** The actual pace of the queue, beside the estimate. */
function Pace({ position, perMinute }: { readonly position: number; readonly perMinute: number }) {
  const t = useText();
  const [locale] = useLocale();
  return (
    <p className={styles.pace}>
      <Gauge aria-hidden="true" />
      {t('queue.pace', {
        n: perMinute.toLocaleString(locale, { maximumFractionDigits: 1 }),
        minutes: paceMinutes(position, perMinute),
      })}
    </p>
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

/** The position in the queue: number, bar, estimate and actual pace. */
export function Line(props: Pick<QueueViewProps, 'position' | 'isPaused' | 'servedPerMinute'>) {
  const t = useText();
  const { position, isPaused, servedPerMinute } = props;
  if (position === null) return null;
  const spoken = t('queue.position', { position });
  return (
    <div className={styles.line}>
      <p className={styles.positionLabel}>{t('queue.positionLabel')}</p>
      <p className={styles.position} data-long={isLong(position)}>
        {position}
      </p>
      <p className={styles.ahead}>
        {position > 1 ? t('queue.ahead', { n: position - 1 }) : t('queue.next')}
      </p>
      <div className={styles.bar}>
        <ProgressBar
          value={barPercent(position)}
          label={t('queue.positionLabel')}
          valueText={spoken}
        />
        <div className={styles.ends} aria-hidden="true">
          <span>{position}</span>
          <span>{upperLabel(position)}</span>
        </div>
      </div>
      <p className={styles.estimate}>
        {isPaused ? t('queue.paused') : t('queue.estimate', { minutes: estimateMinutes(position) })}
      </p>
      {!isPaused && servedPerMinute !== null && servedPerMinute > 0 && (
        <Pace position={position} perMinute={servedPerMinute} />
      )}
    </div>
  );
}
