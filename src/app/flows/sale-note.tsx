import { useEffect } from 'react';
import { useText } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import { useShow } from '../reads/queries.ts';
import { type OffSale, type SaleNow, useSale, useSaleWords } from '../reads/use-sale.ts';
import styles from './sale-note.module.css';

const tones = {
  notYet: 'info',
  presaleSoon: 'info',
  roomSoon: 'info',
  waitingRoom: 'info',
  presale: 'info',
  paused: 'warning',
  soldOut: 'neutral',
  over: 'neutral',
  closed: 'warning',
  postponed: 'warning',
  cancelled: 'danger',
} as const;

/** Badge that says in one or two words why an event is off sale; optionally placed in a corner of the poster. */
export function SaleBadge({
  off,
  corner = false,
}: {
  readonly off: OffSale;
  readonly corner?: boolean;
}) {
  const { badge } = useSaleWords()(off, null);
  return (
    <Badge tone={tones[off]} className={(corner && styles.corner) || ''}>
      {badge}
    </Badge>
  );
}

/** One sentence that says why an event is off sale. */
export function SaleLine({ off, at }: { readonly off: OffSale; readonly at: string | null }) {
  return <p className={styles.line}>{useSaleWords()(off, at).text}</p>;
}

interface SaleNoteProps {
  readonly sale: SaleNow;
  readonly id?: string;
}

/** Says why an event is off sale, or sells to some only, and when that changes; renders nothing while it is on sale (§2.136). */
export function SaleNote({ sale, id }: SaleNoteProps) {
  const t = useText();
  const words = useSaleWords();
  const open = sale.isWaitingRoom ? 'waitingRoom' : sale.isPresale ? 'presale' : null;
  const reason = sale.off ?? open;
  if (reason === null) return null;
  const { badge, text } = words(reason, sale.at);
  const tone = tones[reason];
  return (
    <Alert
      tone={tone === 'neutral' ? 'info' : tone}
      live="off"
      title={badge}
      {...(id === undefined ? {} : { id })}
    >
      <span>{text}</span>
      {sale.opensAt !== null && (
        <span className={styles.opens}>
          {t('sale.opensIn')}
          <Countdown
            deadline={sale.opensAt}
            format="hh:mm:ss"
            label={t('sale.opensIn')}
            announce={false}
          />
        </span>
      )}
    </Alert>
  );
}

interface PurchaseSaleNoteProps {
  readonly slug: string;
  /** The buyer is in, and may finish although the show has started or the last seat of others is sold. */
  readonly isBegun: boolean;
  /** A call was refused, so the cached event may be out of date. */
  readonly isRefused?: boolean;
}

/** The note of a page of the purchase, for the event it is about. */
export function PurchaseSaleNote({ slug, isBegun, isRefused = false }: PurchaseSaleNoteProps) {
  const { data, dataUpdatedAt, refetch } = useShow(slug);
  const sale = useSale(data?.sale, dataUpdatedAt);
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);
  // A buyer who is in may finish, and needs to know neither who else may come in nor that nobody may.
  const mayFinish = sale.off === 'over' || sale.off === 'soldOut' || sale.isPresale;
  // The queue page itself says when the draw takes place.
  if (sale.isWaitingRoom || (isBegun && mayFinish)) return null;
  return (
    <div className="page">
      <SaleNote sale={sale} />
    </div>
  );
}
