import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { useEvent } from '../../app/reads/queries.ts';
import { PaymentMethodView, type PaymentMethodViewProps } from './payment-method.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;

const selectSlug = ({ context }: RootSnapshot) =>
  'slug' in context.screen ? context.screen.slug : '';
const selectDeadline = ({ context }: RootSnapshot) => context.reading?.deadline ?? null;
const selectSnapshot = (snapshot: PaymentSnapshot) => snapshot;

type Shared = Pick<PaymentMethodViewProps, 'slug' | 'event' | 'deadline'>;

function LiveMethods({ flow, shared }: { flow: RootSystem['payment']; shared: Shared }) {
  const snapshot = useSelector(flow, selectSnapshot);
  const { draft, methods, methodCode, serviceFee, error, reopened } = snapshot.context;
  const isTimeUp = snapshot.matches('timeUp');
  return (
    <PaymentMethodView
      {...shared}
      isLoading={snapshot.matches('loadingMethods')}
      draft={draft}
      methods={methods}
      methodCode={methodCode}
      serviceFee={serviceFee}
      // The dialog alone says that time is up.
      error={isTimeUp ? null : error}
      isReopened={reopened !== null}
      isCreating={snapshot.matches('creating')}
      isTimeUp={isTimeUp}
      canPay={snapshot.can({ type: 'payment.request' })}
      canRetry={snapshot.can({ type: 'methods.retry' })}
      onSelect={(code) => flow.send({ type: 'method.select', code })}
      onPay={() => flow.send({ type: 'payment.request' })}
      onRetry={() => flow.send({ type: 'methods.retry' })}
      onTimeUpRead={() => flow.send({ type: 'notice.dismiss' })}
    />
  );
}

const nothing = () => undefined;

/** The payment-method page (§2). */
export default function PaymentMethodScreen() {
  const slug = useRootSelector(selectSlug);
  const deadline = useRootSelector(selectDeadline);
  const flow = useFlow('payment');
  const event = useEvent(slug).data ?? null;
  const shared = { slug, event, deadline };
  if (flow !== null) return <LiveMethods flow={flow} shared={shared} />;
  return (
    <PaymentMethodView
      {...shared}
      isLoading
      draft={null}
      methods={[]}
      methodCode={null}
      serviceFee={0}
      error={null}
      isReopened={false}
      isCreating={false}
      isTimeUp={false}
      canPay={false}
      canRetry={false}
      onSelect={nothing}
      onPay={nothing}
      onRetry={nothing}
      onTimeUpRead={nothing}
    />
  );
}
