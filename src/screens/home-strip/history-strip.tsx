import ReceiptText from 'lucide-react/icons/receipt-text';
import { pageSizes } from '../../../contract/limits.ts';
import type { Purchase } from '../../../contract/ticket/tickets.ts';
import { EventFacts } from '../../app/flows/event-facts.tsx';
import type { EntryState } from '../../app/routing/paths.ts';
import { useMedia } from '../../app/shell/use-media.ts';
import { useText, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './home-strip.module.css';

/** Page numbers in the pager of the strip: fewer below 640 px (§9.37). */
const pagerWindow = { narrow: 3, wide: 5 } as const;
const fromWide = '(min-width: 40rem)';

interface HistoryStripProps {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly orders: readonly Purchase[];
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onRetry: () => void;
}

function PurchaseItem({ order }: { readonly order: Purchase }) {
  const state: EntryState = { transactionId: order.transaction_id };
  return (
    <Card as="article" className={styles.item ?? ''}>
      <Picture
        src={order.image}
        alt=""
        id={order.transaction_id}
        width={320}
        height={180}
        className={styles.poster}
      />
      <div className={styles.words}>
        <h3 className={styles.name}>{order.title}</h3>
        <EventFacts datetime={order.datetime} venue={order.venue} />
      </div>
      <ButtonLink
        to="/transaction-history"
        state={state}
        variant="secondary"
        className={styles.open ?? ''}
      >
        <Words of="strip.button" />
        <VisuallyHidden>: {order.title}</VisuallyHidden>
      </ButtonLink>
    </Card>
  );
}

function Purchases({ status, orders, page, onRetry }: Omit<HistoryStripProps, 'onPage'>) {
  const t = useText();
  if (status === 'loading') {
    return (
      <Loading text={t('history.loading')} hideText>
        <div className={styles.list}>
          <Skeleton shape="block" className={styles.skeleton} />
          <Skeleton shape="block" className={styles.skeleton} />
        </div>
      </Loading>
    );
  }
  if (status === 'failed') {
    return (
      <RetryAlert onRetry={onRetry}>
        <Words of="strip.failed" />
      </RetryAlert>
    );
  }
  if (orders.length === 0) {
    return (
      <EmptyState
        level={3}
        lang={t.lang('strip.empty')}
        icon={<ReceiptText />}
        title={t('strip.empty')}
        action={<ButtonLink to="/search">{t('strip.emptyAction')}</ButtonLink>}
      />
    );
  }
  const start = (page - 1) * pageSizes.historyStrip;
  return (
    <ul className={styles.list}>
      {orders.slice(start, start + pageSizes.historyStrip).map((order) => (
        <li key={order.transaction_id}>
          <PurchaseItem order={order} />
        </li>
      ))}
    </ul>
  );
}

/** 'History Purchases': two orders per page, each linking to its entry in the transaction history (§2.77). */
export function HistoryStrip(props: HistoryStripProps) {
  const { status, orders, onPage } = props;
  const t = useText();
  const isWide = useMedia(fromWide);
  const totalPages = Math.max(1, Math.ceil(orders.length / pageSizes.historyStrip));
  const page = Math.min(props.page, totalPages);
  return (
    <section className="stack">
      <div className={styles.head}>
        <h2 lang={t.lang('strip.title')}>{t('strip.title')}</h2>
        {status === 'ready' && totalPages > 1 && (
          <Pager
            page={page}
            totalPages={totalPages}
            onPage={onPage}
            label={t('strip.title')}
            numbers={isWide ? pagerWindow.wide : pagerWindow.narrow}
          />
        )}
      </div>
      <Purchases {...props} page={page} />
    </section>
  );
}
