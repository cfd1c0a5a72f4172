import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { orderFormMachine } from '../../../machines/order-form/order-form.machine.ts';
import { passesForms } from '../../../machines/order-form/order-form.rules.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import { useFlow, useFlowSlice, useRootSelector, useSlug } from '../../app/actor-context.tsx';
import { useFormAnswers } from '../../app/flows/form-answers.ts';
import { longDate } from '../../text/format.ts';
import { useLocale } from '../../text/translate.ts';
import { OrderFormLoading, OrderFormView, type OrderFormViewProps } from './order-form.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type OrderFormSnapshot = SnapshotFrom<typeof orderFormMachine>;

const selectUser = ({ context }: RootSnapshot) => context.user;

function stageOf(snapshot: OrderFormSnapshot): OrderFormViewProps['stage'] {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('seatsGone')) return 'seatsGone';
  const { forms } = snapshot.context;
  if (snapshot.matches('submitting') && passesForms(snapshot.context)) return 'loading';
  if (forms.length === 0) return 'noForms';
  // Derived from the forms and not from the state, so that the page does not change during the submission.
  return forms.some((form) => form.is_active) ? 'filling' : 'formsInactive';
}

function selectForm(snapshot: OrderFormSnapshot) {
  const { draft, forms, submissions, error } = snapshot.context;
  const isSubmitting = snapshot.matches('submitting');
  return { stage: stageOf(snapshot), draft, forms, submissions, error, isSubmitting };
}

type Shared = Pick<OrderFormViewProps, 'slug' | 'user' | 'readStored' | 'onSave' | 'date'>;

function LiveForm({ flow, shared }: { flow: RootSystem['orderForm']; shared: Shared }) {
  const shown = useFlowSlice(flow, selectForm);
  return (
    <OrderFormView
      {...shared}
      {...shown}
      onReview={(reviewed) => flow.send({ type: 'form.review', submissions: reviewed })}
      onConfirm={() => flow.send({ type: 'form.confirm' })}
      onEdit={() => flow.send({ type: 'form.edit' })}
      onProceed={() => flow.send({ type: 'form.proceed' })}
      onRetry={() => flow.send({ type: 'form.retry' })}
      onDismiss={() => flow.send({ type: 'notice.dismiss' })}
    />
  );
}

/** The order form (§2.250). */
export default function OrderFormScreen() {
  const slug = useSlug();
  const user = useRootSelector(selectUser);
  const flow = useFlow('orderForm');
  const [locale] = useLocale();
  const [openedAt] = useState(() => Date.now());
  const { read, save } = useFormAnswers(slug);
  const shared = { slug, user, readStored: read, onSave: save, date: longDate(openedAt, locale) };
  if (flow !== null) return <LiveForm flow={flow} shared={shared} />;
  return <OrderFormLoading />;
}
