import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { eTicket, ticketPdf } from '../../../contract/tickets.ts';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.setup.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/api-context.ts';
import { useEvent } from '../../app/queries.ts';
import { PaymentView, type PaymentViewProps } from './payment.view.tsx';
import { saveFile } from './qr-picture.ts';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;

const selectSlug = ({ context }: RootSnapshot) =>
  'slug' in context.screen ? context.screen.slug : '';
const selectDeadline = ({ context }: RootSnapshot) => context.reading?.deadline ?? null;
const selectRealtime = ({ context }: RootSnapshot) => context.realtime;
const selectSnapshot = (snapshot: PaymentSnapshot) => snapshot;

function stageOf(snapshot: PaymentSnapshot): PaymentViewProps['stage'] {
  if (snapshot.matches('completed')) return 'completed';
  if (snapshot.matches('expiring') || snapshot.matches('expired')) return 'expired';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.reading === null ? 'loading' : 'awaiting';
}

/** The earlier of two clocks: after it the code on the page is worth nothing. */
function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

type Shared = Pick<PaymentViewProps, 'eventName' | 'realtime'> & {
  readonly sessionDeadline: number | null;
};

function LivePayment({ flow, shared }: { flow: RootSystem['payment']; shared: Shared }) {
  const api = useApi();
  const snapshot = useSelector(flow, selectSnapshot);
  const { reading, notices, error } = snapshot.context;
  const { sessionDeadline, ...seen } = shared;

  const isReading =
    snapshot.matches({ awaiting: { status: 'reading' } }) ||
    snapshot.matches({ awaiting: { status: { watching: 'held' } } });
  // The flow also reads on its own; only a read that was asked for is told.
  const [press, setPress] = useState<'none' | 'asked' | 'answered'>('none');
  useEffect(() => {
    if (!isReading) setPress((state) => (state === 'asked' ? 'answered' : state));
  }, [isReading]);

  const download = async () => {
    const id = reading?.payment.ticket_ids[0];
    if (id === undefined) return false;
    const params = { id };
    const [file, ticket] = await Promise.all([
      api.file(ticketPdf, { params }),
      api.call(eTicket, { params }),
    ]);
    if (!file.ok) return false;
    saveFile(file.value, `ticket-${ticket.ok ? ticket.value.ticket.ticket_code : id}.pdf`);
    return true;
  };

  return (
    <PaymentView
      {...seen}
      stage={stageOf(snapshot)}
      payment={reading?.payment ?? null}
      deadline={earlier(reading?.deadline ?? null, sessionDeadline)}
      notices={notices}
      isChecking={press === 'asked' && isReading}
      wasChecked={press === 'answered'}
      error={error}
      onCheck={() => {
        flow.send({ type: 'payment.check' });
        setPress('asked');
      }}
      isLeaving={snapshot.matches({ failed: 'clearing' })}
      onClose={() => flow.send({ type: 'success.close' })}
      onDismiss={() => flow.send({ type: 'notice.dismiss' })}
      onDownload={download}
    />
  );
}

const nothing = () => undefined;

/** The payment page (§2). */
export default function PaymentScreen() {
  const slug = useRootSelector(selectSlug);
  const sessionDeadline = useRootSelector(selectDeadline);
  const realtime = useRootSelector(selectRealtime);
  const flow = useFlow('payment');
  const eventName = useEvent(slug).data?.name ?? null;
  if (flow !== null) {
    return <LivePayment flow={flow} shared={{ eventName, realtime, sessionDeadline }} />;
  }
  return (
    <PaymentView
      stage="loading"
      payment={null}
      eventName={eventName}
      deadline={null}
      notices={[]}
      realtime={realtime}
      isChecking={false}
      wasChecked={false}
      error={null}
      onCheck={nothing}
      onClose={nothing}
      onDismiss={nothing}
      onDownload={async () => false}
    />
  );
}
