import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { EventDetail } from '../../../contract/catalogue.ts';
import type { Payment } from '../../../contract/payment.ts';
import { calendarUidOf } from '../../../contract/ticket/calendar-file.ts';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import { useFlow, useFlowSlice, useRootSelector, useSlug } from '../../app/actor-context.tsx';
import { placeLine } from '../../app/place-line.ts';
import { useApi } from '../../app/reads/api-context.ts';
import { useShow } from '../../app/reads/queries.ts';
import { useEventTickets } from '../../app/reads/ticket-queries.ts';
import { useOnline } from '../../app/shell/use-online.ts';
import { serverNow } from '../../effects/http/server-time.ts';
import { parseInstant, zoneOf } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { saveOrderTickets } from '../e-ticket/save-tickets.ts';
import { PaymentLoading, PaymentView, type PaymentViewProps } from './payment.view.tsx';
import { saveCalendar } from './save-calendar.ts';
import type { IssuedTickets } from './success-dialog.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;

const selectDeadline = ({ context }: RootSnapshot) => context.reading?.deadline ?? null;
const selectRealtime = ({ context }: RootSnapshot) => context.realtime;

function stageOf(snapshot: PaymentSnapshot): PaymentViewProps['stage'] {
  if (snapshot.matches('completed')) return 'completed';
  if (snapshot.matches('expiring') || snapshot.matches('expired')) return 'expired';
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('refused')) return 'refused';
  return snapshot.context.reading === null ? 'loading' : 'awaiting';
}

function selectPayment(snapshot: PaymentSnapshot) {
  const { reading, notices, error, changeError } = snapshot.context;
  return {
    stage: stageOf(snapshot),
    payment: reading?.payment ?? null,
    ownDeadline: reading?.deadline ?? null,
    isPastDeadline: snapshot.matches({ awaiting: { deadline: 'passed' } }),
    isReading:
      snapshot.matches({ awaiting: { status: 'reading' } }) ||
      snapshot.matches({ awaiting: { status: { watching: 'held' } } }),
    notices,
    error,
    isChanging: snapshot.matches('changing'),
    changeError,
    isLeaving: snapshot.matches({ failed: 'clearing' }),
  };
}

/** When the server last sent what is shown: each response gives a new object. */
function useReadAt(payment: object | null): number | null {
  const [read, setRead] = useState<{ payment: object | null; at: number | null }>({
    payment: null,
    at: null,
  });
  if (read.payment === payment) return read.at;
  const at = payment === null ? null : serverNow();
  setRead({ payment, at });
  return at;
}

/** The tickets of a completed payment; null while they are read. A failed read gives none: the page 'Pesanan Saya' has them. */
function useIssued(
  slug: string,
  payment: Payment | null,
  event: EventDetail | null,
): IssuedTickets | null {
  const ids = payment?.ticket_ids ?? [];
  const read = useEventTickets(ids.length === 0 ? null : slug);
  const isKnown = read.data?.data.some(({ id }) => ids.includes(id)) === true;
  // A stored copy may be older than the order.
  if (event === null || (!isKnown && (read.isFetching || read.isPending))) return null;
  return {
    tickets: read.data?.data.filter(({ id }) => ids.includes(id)) ?? [],
    event: {
      name: event.name,
      venue: event.venue.name,
      datetime: event.eventDate,
      colours: read.data?.colours,
    },
  };
}

type Shared = Pick<PaymentViewProps, 'realtime' | 'isOnline'> & {
  readonly slug: string;
  readonly event: EventDetail | null;
  readonly sessionDeadline: number | null;
};

function LivePayment({ flow, shared }: { flow: RootSystem['payment']; shared: Shared }) {
  const api = useApi();
  const { ownDeadline, isReading, ...shown } = useFlowSlice(flow, selectPayment);
  const { payment } = shown;
  const t = useText();
  const readAt = useReadAt(payment);
  const { slug, event, sessionDeadline, ...seen } = shared;
  const issued = useIssued(slug, payment, event);

  // The flow also reads by itself; the page reports only reads that the buyer requested.
  const [press, setPress] = useState<'none' | 'asked' | 'answered'>('none');
  useEffect(() => {
    const ended = flow.on('read.ended', () =>
      setPress((state) => (state === 'asked' ? 'answered' : state)),
    );
    return () => ended.unsubscribe();
  }, [flow]);

  const download = async () => payment !== null && (await saveOrderTickets(api, slug, payment));

  const startsAt = event === null ? null : parseInstant(event.eventDate);
  const toCalendar = () => {
    if (event === null || startsAt === null) return;
    const { origin } = window.location;
    const order = payment?.order_code ?? '';
    saveCalendar(
      {
        uid: calendarUidOf(order === '' ? slug : order),
        sequence: event.calendar_sequence ?? 0,
        title: event.name,
        place: placeLine(event.venue.name, event.venue.address ?? event.venue.city),
        notes: `${t('confirm.orderNumber')} ${order}`.trim(),
        url: `${origin}/event/${slug}`,
        startsAt,
        zone: zoneOf(event.eventDate),
      },
      slug,
    );
  };

  return (
    <PaymentView
      {...seen}
      {...shown}
      eventName={event?.name ?? null}
      readAt={readAt}
      issued={issued}
      // One deadline on every page: that of the payment, which the session tells as well (§2.301).
      deadline={ownDeadline ?? sessionDeadline}
      isChecking={press === 'asked' && isReading}
      wasChecked={press === 'answered'}
      onChange={() => flow.send({ type: 'payment.change' })}
      onCheck={() => {
        flow.send({ type: 'payment.check' });
        setPress('asked');
      }}
      onClose={() => flow.send({ type: 'success.close' })}
      onDismiss={() => flow.send({ type: 'notice.dismiss' })}
      onDownload={download}
      onCalendar={startsAt === null ? null : toCalendar}
    />
  );
}

/** The payment page (§2.300). */
export default function PaymentScreen() {
  const slug = useSlug();
  const sessionDeadline = useRootSelector(selectDeadline);
  const isOnline = useOnline();
  const { connected, error } = useRootSelector(selectRealtime);
  // A broken connection is noticed only after a while; an offline device knows at once.
  const realtime = { connected: connected && isOnline, error };
  const flow = useFlow('payment');
  const event = useShow(slug).data ?? null;
  if (flow !== null) {
    return (
      <LivePayment flow={flow} shared={{ slug, event, realtime, isOnline, sessionDeadline }} />
    );
  }
  return <PaymentLoading />;
}
