import type { SnapshotFrom } from 'xstate';
import { orderLockedKey } from '../../../contract/stored/storage.ts';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import { useFlow, useFlowSlice, useRootSelector, useSlug } from '../../app/actor-context.tsx';
import { useShow } from '../../app/reads/queries.ts';
import { useBrowserStore } from '../../app/reads/store-context.ts';
import {
  MethodsLoading,
  PaymentMethodView,
  type PaymentMethodViewProps,
} from './payment-method.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;

const selectDeadline = ({ context }: RootSnapshot) => context.reading?.deadline ?? null;

function selectMethods(snapshot: PaymentSnapshot) {
  const { draft, methods, methodCode, serviceFee, error, reopened } = snapshot.context;
  const isTimeUp = snapshot.matches('timeUp');
  return {
    isLoading: snapshot.matches('loadingMethods'),
    draft,
    methods,
    methodCode,
    serviceFee,
    // The dialog alone says that time is up.
    error: isTimeUp ? null : error,
    isReopened: reopened !== null,
    isCreating: snapshot.matches('creating'),
    isTimeUp,
    canPay: snapshot.can({ type: 'payment.request' }),
    canRetry: snapshot.can({ type: 'methods.retry' }),
  };
}

type Shared = Pick<PaymentMethodViewProps, 'slug' | 'event' | 'deadline'>;

function LiveMethods({ flow, shared }: { flow: RootSystem['payment']; shared: Shared }) {
  const shown = useFlowSlice(flow, selectMethods);
  const isUnasked = useBrowserStore().read(orderLockedKey, shared.slug) === 'unasked';
  return (
    <PaymentMethodView
      {...shared}
      {...shown}
      isUnasked={isUnasked}
      onSelect={(code) => flow.send({ type: 'method.select', code })}
      onPay={() => flow.send({ type: 'payment.request' })}
      onRetry={() => flow.send({ type: 'methods.retry' })}
      onTimeUpRead={() => flow.send({ type: 'notice.dismiss' })}
    />
  );
}

/** The payment-method page (§2.280). */
export default function PaymentMethodScreen() {
  const slug = useSlug();
  const deadline = useRootSelector(selectDeadline);
  const flow = useFlow('payment');
  const event = useShow(slug).data ?? null;
  const shared = { slug, event, deadline };
  if (flow !== null) return <LiveMethods flow={flow} shared={shared} />;
  return <MethodsLoading {...shared} />;
}
