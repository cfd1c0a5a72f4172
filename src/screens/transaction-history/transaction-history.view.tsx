import FileText from 'lucide-react/icons/file-text';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { type RefObject, useEffect, useRef } from 'react';
import { pageSizes } from '../../../contract/limits.ts';
import type { Purchase } from '../../../contract/ticket/tickets.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { useWhen } from '../../app/when.ts';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Badge, type BadgeTone } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { Tabs } from '../../ui/navigation/tabs.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useListTop } from '../my-tickets/list-top.ts';
import { amountOf } from '../my-tickets/wib-day.ts';
import styles from './transaction-history.module.css';

/** Page numbers the pager shows (§9.37). */
const pagerWindow = 5;

const filters = ['all', 'completed', 'pending', 'cancelled'] as const;
/** Filter of the orders; failed ones appear only under All (§2.382). */
export type HistoryFilter = (typeof filters)[number];

/** State of the invoice download; `fetch` takes a transaction id. */
export interface InvoiceFetching {
  readonly fetching: string | null;
  readonly failed: string | null;
  readonly fetch: (transactionId: string) => void;
}

/** The open payment: its order and its event. */
export interface RunningPayment {
  readonly transactionId: string;
  readonly slug: string;
}

interface HistoryViewProps {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly orders: readonly Purchase[];
  readonly filter: HistoryFilter;
  readonly page: number;
  /** The order that a link pointed to; highlighted. */
  readonly marked: string | null;
  /** Null without an open payment. */
  readonly payment: RunningPayment | null;
  readonly onFilter: (filter: HistoryFilter) => void;
  readonly onPage: (page: number) => void;
  readonly invoice: InvoiceFetching;
  readonly onRetry: () => void;
}

const badges: Readonly<Record<string, { readonly tone: BadgeTone; readonly text: TextKey }>> = {
  completed: { tone: 'success', text: 'history.completed' },
  pending: { tone: 'warning', text: 'history.pending' },
  cancelled: { tone: 'danger', text: 'history.cancelled' },
  failed: { tone: 'danger', text: 'history.failed' },
  refund_due: { tone: 'warning', text: 'history.refundDue' },
  in_review: { tone: 'warning', text: 'history.inReview' },
  refunded: { tone: 'neutral', text: 'history.refunded' },
};

/** Statuses of orders for which money came. */
const mayHaveRefund: ReadonlySet<string> = new Set(['completed', 'refund_due', 'refunded']);

/** Orders that pass a filter. */
export function filtered(orders: readonly Purchase[], filter: HistoryFilter): readonly Purchase[] {
  return filter === 'all' ? orders : orders.filter((order) => order.order_status === filter);
}

interface PurchaseCardProps {
  readonly order: Purchase;
  readonly marked: boolean;
  /** The order that was last scrolled into view: once only, so that paging back does not scroll again. */
  readonly brought: RefObject<string | null>;
  readonly payment: RunningPayment | null;
  readonly invoice: InvoiceFetching;
}

function PurchaseCard({ order, marked, brought, payment, invoice }: PurchaseCardProps) {
  const id = order.transaction_id;
  const t = useText();
  const when = useWhen()(order.datetime);
  const badge = badges[order.order_status];
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!marked || brought.current === id) return undefined;
    // One frame later, because a newly entered page first takes the focus and scrolls to its top.
    const frame = requestAnimationFrame(() => {
      brought.current = id;
      card.current?.scrollIntoView?.({ block: 'center' });
      card.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [marked, brought, id]);
  return (
    <article
      ref={card}
      tabIndex={marked ? -1 : undefined}
      className={styles.card}
      data-marked={marked || undefined}
    >
      <Picture src={order.image} alt="" id={id} width={160} height={90} className={styles.poster} />
      <div className={styles.words}>
        <Badge tone={badge?.tone ?? 'neutral'}>
          {badge === undefined ? order.order_status : <Words of={badge.text} />}
        </Badge>
        <h2 className={styles.name}>{order.title}</h2>
        <p className={styles.soft}>
          {when.time === when.date ? when.date : `${when.date}, ${when.time}`}
        </p>
      </div>
      <div className={styles.transaction}>
        <p className={styles.soft}>
          {t('history.id')}: <span className={styles.id}>{id}</span>
        </p>
        <CopyButton text={id} label={t('history.copy')} className={styles.copy ?? ''} />
        {order.refund_reference != null && (
          <p className={styles.soft}>
            {t('history.refundReference', { reference: order.refund_reference })}
          </p>
        )}
      </div>
      <div className={styles.money}>
        <Money amount={amountOf(order.total_price)} className={styles.total ?? ''} />
        {(order.has_invoice ?? order.order_status === 'completed') && (
          <Button
            variant="secondary"
            size="s"
            icon={<FileText />}
            busy={invoice.fetching === id}
            aria-label={t('history.invoiceOf', { id })}
            onClick={() => invoice.fetch(id)}
          >
            <Words of="history.invoice" />
          </Button>
        )}
        {mayHaveRefund.has(order.order_status) && (
          <ButtonLink
            to={pathOf({ name: 'order-refund', orderCode: id })}
            variant="secondary"
            size="s"
            aria-label={t('history.refundOf', { id })}
          >
            {t('history.refund')}
          </ButtonLink>
        )}
        {payment?.transactionId === id && (
          <ButtonLink to={pathOf({ name: 'payment', slug: payment.slug })} size="s">
            {t('history.pay')}
          </ButtonLink>
        )}
      </div>
      {invoice.failed === id && (
        <Alert tone="danger" className={styles.problem ?? ''}>
          {t('history.invoiceFailed')}
        </Alert>
      )}
    </article>
  );
}

function PurchaseList(props: HistoryViewProps) {
  const { status, orders, filter, marked, payment, invoice, onPage, onRetry } = props;
  const t = useText();
  const list = useListTop();
  const brought = useRef<string | null>(null);
  const wanted = filtered(orders, filter);
  const totalPages = Math.max(1, Math.ceil(wanted.length / pageSizes.history));
  const page = Math.min(props.page, totalPages);
  const start = (page - 1) * pageSizes.history;

  if (status === 'loading') {
    return (
      <Loading text={t('history.loading')} hideText>
        <Skeleton shape="block" className={styles.skeleton} />
        <Skeleton shape="block" className={styles.skeleton} />
        <Skeleton shape="block" className={styles.skeleton} />
      </Loading>
    );
  }
  if (status === 'failed') {
    return (
      <RetryAlert onRetry={onRetry}>
        <Words of="history.loadFailed" />
      </RetryAlert>
    );
  }
  if (wanted.length === 0) {
    return (
      <EmptyState
        icon={<ReceiptText />}
        title={t(filter === 'all' ? 'empty.history' : 'history.empty')}
        text={
          filter === 'all'
            ? t('history.emptyTextAll')
            : t('history.emptyText', { status: t(`history.${filter}`).toLowerCase() })
        }
        lang={t.lang('history.empty')}
        action={
          filter === 'all' && <ButtonLink to="/search">{t('empty.historyAction')}</ButtonLink>
        }
      />
    );
  }
  return (
    <div ref={list.top}>
      <ul className="stack gap-3">
        {wanted.slice(start, start + pageSizes.history).map((order) => (
          <li key={order.transaction_id}>
            <PurchaseCard
              order={order}
              marked={order.transaction_id === marked}
              brought={brought}
              payment={payment}
              invoice={invoice}
            />
          </li>
        ))}
      </ul>
      {totalPages > 1 && (
        <Pager
          page={page}
          totalPages={totalPages}
          onPage={(next) => {
            onPage(next);
            list.show();
          }}
          label={t('history.pages')}
          numbers={pagerWindow}
          className={styles.pager ?? ''}
        />
      )}
    </div>
  );
}

/** 'Riwayat Transaksi' (§2.380). */
export function HistoryView(props: HistoryViewProps) {
  const t = useText();
  const content = <PurchaseList {...props} />;
  return (
    <Tabs
      label={t('history.tabs')}
      value={props.filter}
      onChange={(id) => props.onFilter(filters.find((filter) => filter === id) ?? 'all')}
      items={filters.map((id) => ({
        id,
        label: t(`history.${id}`),
        lang: t.lang(`history.${id}`),
        content,
      }))}
    />
  );
}
