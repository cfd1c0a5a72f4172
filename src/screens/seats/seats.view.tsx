import ChevronUp from 'lucide-react/icons/chevron-up';
import { useMemo, useState } from 'react';
import { maxSeatsPerOrder } from '../../../contract/limits.ts';
import type { Seatmap } from '../../../contract/seatmap.ts';
import { PageHeading } from '../../app/page-heading.tsx';
import { media, useMedia } from '../../app/use-media.ts';
import { Said, useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Money } from '../../ui/money.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { CategoryCards } from './category-cards.tsx';
import { ListPicker } from './list-picker.tsx';
import { seatLabel } from './seat-grid.tsx';
import { SeatMap } from './seat-map.tsx';
import { type MapSeat, partsOf } from './seat-model.ts';
import { ChoiceProblems, ContinueButton, SeatPanel, type SeatPanelProps } from './seat-panel.tsx';
import styles from './seats.module.css';

export interface SeatsViewProps extends Omit<SeatPanelProps, 'onRemove'> {
  readonly stage: 'loading' | 'refused' | 'choosing';
  readonly seatmap: Seatmap | null;
  /** Says whether the flow took the press. */
  readonly onToggle: (seatNumber: string) => boolean;
  readonly onRetry: () => void;
}

function Header({ chosen, at }: { readonly chosen: number; readonly at: string }) {
  const t = useText();
  return (
    <div className={styles.head} lang="en">
      <div>
        <PageHeading title={t('seats.heading')} at={at}>
          {t('seats.heading')}
        </PageHeading>
        <p className={styles.limit}>{t('seats.limit', { max: maxSeatsPerOrder })}</p>
      </div>
      <p className={styles.counter}>{t('seats.count', { n: chosen, max: maxSeatsPerOrder })}</p>
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

/** Fixed at the bottom of a phone: the total, the way to the details, and the one way on. */
function BottomBar(props: SeatPanelProps & { readonly onOpen: () => void }) {
  const { seats, pricing, onOpen } = props;
  const t = useText();
  return (
    <div className={styles.bottomBar}>
      {seats.length > 0 && (
        <div className={styles.bottomSummary}>
          <Button variant="ghost" size="s" icon={<ChevronUp />} onClick={onOpen}>
            {t('summary.open')}
          </Button>
          <span className={styles.bottomTotal} aria-live="polite">
            {pricing === null ? (
              <Skeleton width="xs" />
            ) : (
              <Money amount={pricing.final_price} zeroText={t('summary.free')} />
            )}
          </span>
        </div>
      )}
      <ContinueButton {...props} />
    </div>
  );
}

function Choosing(props: SeatsViewProps & { readonly seatmap: Seatmap }) {
  const { seatmap, seats, isFrozen, onToggle } = props;
  const t = useText();
  const isWide = useMedia(media.wide);
  const [isOpen, setIsOpen] = useState(false);
  const [said, setSaid] = useState('');
  const parts = useMemo(() => partsOf(seatmap), [seatmap]);
  const selected = useMemo(() => new Set(seats.map(({ seatNumber }) => seatNumber)), [seats]);

  const press = (entry: MapSeat) => {
    const { seat } = entry;
    const wasSelected = selected.has(seat.seat_number);
    const isTaken = onToggle(seat.seat_number);
    const category = seatmap.categories.find(({ id }) => id === seat.category)?.name ?? '';
    if (isTaken) setSaid(seatLabel(t, entry, category, !wasSelected));
    else if (seat.status !== 'available') setSaid(seatLabel(t, entry, category, false));
    else if (seats.length >= maxSeatsPerOrder) setSaid(t('seats.limitReached'));
  };
  const panel: SeatPanelProps = {
    ...props,
    onRemove: ({ seatNumber }) => {
      onToggle(seatNumber);
    },
  };
  const isFull = seats.length >= maxSeatsPerOrder;

  return (
    <>
      <ListPicker
        parts={parts}
        categories={seatmap.categories}
        selected={selected}
        isFrozen={isFrozen}
        onPress={press}
      />
      <div className={styles.layout}>
        <div className={styles.choice}>
          <CategoryCards categories={seatmap.categories} />
          {!isWide && <ChoiceProblems {...props} />}
          {isFull && (
            <p className={styles.full} lang="en">
              {t('seats.limitReached')}
            </p>
          )}
          <SeatMap
            seatmap={seatmap}
            parts={parts}
            selected={selected}
            isFrozen={isFrozen}
            onPress={press}
          />
        </div>
        {isWide ? (
          <Card as="aside" className={styles.panel ?? ''} aria-label={t('summary.title')}>
            <SeatPanel {...panel} />
            <ContinueButton {...props} />
          </Card>
        ) : (
          <>
            <BottomBar {...panel} onOpen={() => setIsOpen(true)} />
            <Sheet
              open={isOpen}
              onClose={() => setIsOpen(false)}
              title={t('summary.title')}
              actions={<ContinueButton {...props} />}
            >
              <SeatPanel {...panel} />
            </Sheet>
          </>
        )}
      </div>
      <LiveRegion message={said} />
      <LiveRegion
        message={t('seats.count', { n: seats.length, max: maxSeatsPerOrder })}
        lang={t.lang('seats.count')}
      />
    </>
  );
}

/** Choosing seats (§2). */
export function SeatsView(props: SeatsViewProps) {
  const { stage, seatmap, seats, error, onRetry } = props;
  const t = useText();
  return (
    <div className={styles.page}>
      <Header chosen={seats.length} at={stage} />
      {stage === 'refused' ? (
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="s" onClick={onRetry} lang="en">
              {t('common.tryAgain')}
            </Button>
          }
        >
          {error === null ? <Words of="seats.loadFailed" /> : <Said text={error} />}
        </Alert>
      ) : stage === 'loading' || seatmap === null ? (
        <SeatsSkeleton />
      ) : seatmap.seatLayout.items.length === 0 ? (
        <Alert tone="danger">
          <span lang="en">{t('seats.configMissing')}</span>
        </Alert>
      ) : (
        <Choosing {...props} seatmap={seatmap} />
      )}
    </div>
  );
}
