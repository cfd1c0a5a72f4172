import { useEffect } from 'react';
import { useText } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import { useEvent } from '../reads/queries.ts';
import { type OffSale, type SaleNow, useSale, useSaleWords } from '../reads/use-sale.ts';
import styles from './sale-note.module.css';

const tones = { notYet: 'info', over: 'neutral', closed: 'warning', cancelled: 'danger' } as const;

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

/** Says why an event is off sale, and when its sale begins; renders nothing while it is on sale (ruling R12). */
export function SaleNote({ sale, id }: { readonly sale: SaleNow; readonly id?: string }) {
  const t = useText();
  const words = useSaleWords();
  if (sale.off === null) return null;
  const { badge, text } = words(sale.off, sale.at);
  return (
    <Alert
      tone={sale.off === 'cancelled' ? 'danger' : sale.off === 'closed' ? 'warning' : 'info'}
      live="off"
      title={badge}
      {...(id === undefined ? {} : { id })}
    >
      {text}
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
  /** The buyer joined while the event was on sale, and may finish although the show has started. */
  readonly isBegun: boolean;
  /** A call was refused, so the cached event may be out of date. */
  readonly isRefused?: boolean;
}

/** The note of a page of the purchase, for the event it is about. */
export function PurchaseSaleNote({ slug, isBegun, isRefused = false }: PurchaseSaleNoteProps) {
  const { data, dataUpdatedAt, refetch } = useEvent(slug);
  const sale = useSale(data?.sale, dataUpdatedAt);
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);
  return isBegun && sale.off === 'over' ? null : <SaleNote sale={sale} />;
}
