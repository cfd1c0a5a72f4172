import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import TicketIcon from 'lucide-react/icons/ticket';
import { pageSizes } from '../../../contract/limits.ts';
import type { OrderSummary } from '../../../contract/ticket/tickets.ts';
import { useWhen } from '../../app/when.ts';
import { useText, Words } from '../../text/translate.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { Tabs } from '../../ui/navigation/tabs.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { LaterLine } from '../later-forms/later-line.tsx';
import { useListTop } from './list-top.ts';
import styles from './my-tickets.module.css';
import { amountOf, isToday, ordersByDay } from './wib-day.ts';

/** Page numbers the pager shows (§9.37). */
const pagerWindow = 5;

export type TicketTab = 'active' | 'inactive';

interface MyTicketsViewProps {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly orders: readonly OrderSummary[];
  readonly tab: TicketTab;
  readonly page: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onTab: (tab: TicketTab) => void;
  readonly onPage: (page: number) => void;
  readonly onOpen: (order: OrderSummary) => void;
  readonly onRetry: () => void;
}

interface OrderCardProps {
  readonly order: OrderSummary;
  readonly isToday: boolean;
  /** There is another order for the same event. */
  readonly isOneOfSeveral: boolean;
  readonly onOpen: () => void;
}

function OrderCard({ order, isToday, isOneOfSeveral, onOpen }: OrderCardProps) {
  const t = useText();
  const when = useWhen()(order.datetime);
  const paid = amountOf(order.total_paid_amount);
  return (
    <article className={styles.card} data-today={isToday || undefined}>
      <Picture
        src={order.banner}
        alt=""
        id={order.event_slug}
        width={320}
        height={180}
        className={styles.poster}
      />
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 className={styles.name}>{order.name}</h2>
          <p className={styles.badges}>
            {isToday && <Badge tone="brand">{t('tickets.today')}</Badge>}
            <Badge tone={paid > 0 ? 'info' : 'success'}>
              {t(paid > 0 ? 'tickets.paid' : 'tickets.free')}
            </Badge>
          </p>
        </div>
        <ul className={styles.facts}>
          <li>
            <CalendarDays aria-hidden="true" /> {when.date}
          </li>
          {when.time !== when.date && (
            <li>
              <Clock aria-hidden="true" /> {when.time}
            </li>
          )}
          <li>
            <MapPin aria-hidden="true" /> {order.venue_name || t('card.tba')}
          </li>
          <li>
            <TicketIcon aria-hidden="true" />
            <span>
              {[
                t('tickets.amount', { n: order.ticket_amount }),
                isOneOfSeveral &&
                  order.order_id !== undefined &&
                  t('tickets.order', { id: order.order_id }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        </ul>
        <LaterLine orderCode={order.order_id} state={order.later_forms} />
        <div className={styles.foot}>
          <p>
            <span>{t('tickets.paidTotal')}</span>
            <Money amount={paid} zeroText={t('tickets.free')} className={styles.total ?? ''} />
          </p>
          <button type="button" className={styles.open} onClick={onOpen}>
            <Words of="tickets.details" />
            <VisuallyHidden>: {order.name}</VisuallyHidden>
          </button>
        </div>
      </div>
    </article>
  );
}

function OrderList(props: MyTicketsViewProps) {
  const { status, orders, tab, now, onPage, onOpen, onRetry } = props;
  const t = useText();
  const list = useListTop();
  const wanted = ordersByDay(orders, tab === 'active', now);
  const totalPages = Math.max(1, Math.ceil(wanted.length / pageSizes.tickets));
  const page = Math.min(props.page, totalPages);
  const start = (page - 1) * pageSizes.tickets;

  if (status === 'loading') {
    return (
      <Loading text={t('tickets.loading')} hideText>
        {Array.from({ length: pageSizes.tickets }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons never change their order.
          <Skeleton key={index} shape="block" className={styles.skeleton} />
        ))}
      </Loading>
    );
  }
  if (status === 'failed') {
    return <RetryAlert onRetry={onRetry}>{t('tickets.loadFailed')}</RetryAlert>;
  }
  if (wanted.length === 0) {
    const word = t(tab === 'active' ? 'tickets.active' : 'tickets.inactive').toLowerCase();
    return (
      <div className={styles.turn} key={tab}>
        <EmptyState
          icon={<TicketIcon />}
          title={t('tickets.empty')}
          text={t('tickets.emptyText', { tab: word })}
          lang={t.lang('tickets.empty')}
        />
      </div>
    );
  }
  return (
    <div ref={list.top}>
      <ul className={`stack ${styles.turn}`} key={`${tab}-${page}`}>
        {wanted.slice(start, start + pageSizes.tickets).map((order, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two orders may be for one event, and a page never changes its order.
          <li key={`${order.event_slug} ${index}`}>
            <OrderCard
              order={order}
              isToday={isToday(order, now)}
              isOneOfSeveral={orders.some(
                (other) => other !== order && other.event_slug === order.event_slug,
              )}
              onOpen={() => onOpen(order)}
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
          label={t('tickets.pages')}
          numbers={pagerWindow}
          className={styles.pager ?? ''}
        />
      )}
    </div>
  );
}

/** 'Pesanan Saya' (§2.340). */
export function MyTicketsView(props: MyTicketsViewProps) {
  const t = useText();
  const content = <OrderList {...props} />;
  return (
    <Tabs
      label={t('tickets.tabs')}
      value={props.tab}
      onChange={(id) => props.onTab(id === 'inactive' ? 'inactive' : 'active')}
      items={[
        { id: 'active', label: t('tickets.active'), lang: t.lang('tickets.active'), content },
        { id: 'inactive', label: t('tickets.inactive'), lang: t.lang('tickets.inactive'), content },
      ]}
    />
  );
}
