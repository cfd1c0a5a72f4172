import { maxSeatsPerOrder } from '../../../contract/limits.ts';
import { ticketsOf } from '../../../machines/seat-draft/seat-draft.quantities.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import type { SeatMapData } from '../../seat-map/data/seat-map-data.ts';
import { Said, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AskDraft, type HeldDraft, UnverifiedDraft } from './held-draft.tsx';
import { SeatChoiceArea, type SeatChoiceProps } from './seat-choice.tsx';
import styles from './seats.module.css';

export interface SeatsViewProps extends Omit<SeatChoiceProps, 'seatMap'> {
  readonly stage: 'loading' | 'refused' | 'choosing' | 'asking' | 'unverified';
  /** Draft of this account, found on entry or made in another tab (§4.58). */
  readonly draft: HeldDraft;
  /** Null while loading. */
  readonly seatMap: SeatMapData | null;
  readonly onRetry: () => void;
}

function Header({
  chosen,
  max,
  at,
}: {
  readonly chosen: number;
  readonly max: number;
  readonly at: string;
}) {
  const t = useText();
  return (
    <div className={styles.head} lang={t.lang('seats.heading')}>
      <div>
        <PageHeading title={t('seats.heading')} at={at}>
          {t('seats.heading')}
        </PageHeading>
        <p className={styles.limit}>{t('seats.limit', { max })}</p>
      </div>
      <p className={styles.counter}>{t('seats.count', { n: chosen, max })}</p>
    </div>
  );
}

function SeatsSkeleton() {
  const t = useText();
  return (
    <Loading text={t('seats.loading')} hideText className={styles.layout ?? ''}>
      <div className={styles.choice}>
        <Skeleton shape="block" className={styles.categorySkeleton} />
        <Skeleton shape="block" className={styles.mapSkeleton} />
      </div>
      <Skeleton shape="block" className={styles.panelSkeleton} />
    </Loading>
  );
}

/** Choosing seats (§2.200). */
export function SeatsView(props: SeatsViewProps) {
  const { stage, seatMap, draft, error, onRetry } = props;
  const t = useText();
  return (
    <div className={styles.page}>
      <Header chosen={ticketsOf(props)} max={seatMap?.maxTickets ?? maxSeatsPerOrder} at={stage} />
      {stage === 'refused' ? (
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="s" onClick={onRetry} lang={t.lang('common.tryAgain')}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {error === null ? <Words of="seats.loadFailed" /> : <Said text={error} />}
        </Alert>
      ) : stage === 'asking' ? (
        <AskDraft {...draft} error={error} />
      ) : stage === 'unverified' ? (
        <UnverifiedDraft isMade={draft.isMade} error={error} onRetry={onRetry} />
      ) : stage === 'loading' || seatMap === null ? (
        <SeatsSkeleton />
      ) : (
        <SeatChoiceArea {...props} seatMap={seatMap} />
      )}
    </div>
  );
}

/** The page before its flow has started. */
export function SeatsLoading() {
  return (
    <div className={styles.page}>
      <Header chosen={0} max={maxSeatsPerOrder} at="loading" />
      <SeatsSkeleton />
    </div>
  );
}
