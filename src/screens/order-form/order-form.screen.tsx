import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { orderFormMachine } from '../../../machines/order-form/order-form.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { useFormAnswers } from '../../app/flows/form-answers.ts';
import { longDate } from '../../text/format.ts';
import { useLocale } from '../../text/translate.ts';
import { OrderFormView, type OrderFormViewProps } from './order-form.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type OrderFormSnapshot = SnapshotFrom<typeof orderFormMachine>;

const selectSlug = ({ context }: RootSnapshot) =>
  'slug' in context.screen ? context.screen.slug : '';
const selectUser = ({ context }: RootSnapshot) => context.user;
const selectSnapshot = (snapshot: OrderFormSnapshot) => snapshot;

function stageOf(snapshot: OrderFormSnapshot): OrderFormViewProps['stage'] {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('seatsGone')) return 'seatsGone';
  const { forms } = snapshot.context;
  if (forms.length === 0) return 'noForms';
  // Derived from the forms and not from the state, so that the page does not change during the submission.
  return forms.some((form) => form.is_active) ? 'filling' : 'formsInactive';
}

type Shared = Pick<OrderFormViewProps, 'user' | 'readStored' | 'onSave' | 'date'>;

function LiveForm({ flow, shared }: { flow: RootSystem['orderForm']; shared: Shared }) {
  const snapshot = useSelector(flow, selectSnapshot);
  const { draft, forms, submissions, error } = snapshot.context;
  return (
    <OrderFormView
      {...shared}
      stage={stageOf(snapshot)}
      draft={draft}
      forms={forms}
      submissions={submissions}
      error={error}
      isSubmitting={snapshot.matches('submitting')}
      onReview={(reviewed) => flow.send({ type: 'form.review', submissions: reviewed })}
      onConfirm={() => flow.send({ type: 'form.confirm' })}
      onEdit={() => flow.send({ type: 'form.edit' })}
      onProceed={() => flow.send({ type: 'form.proceed' })}
      onRetry={() => flow.send({ type: 'form.retry' })}
      onDismiss={() => flow.send({ type: 'notice.dismiss' })}
    />
  );
}

const nothing = () => undefined;

/** The order form (§2). */
export default function OrderFormScreen() {
  const slug = useRootSelector(selectSlug);
  const user = useRootSelector(selectUser);
  const flow = useFlow('orderForm');
  const [locale] = useLocale();
  const [openedAt] = useState(() => Date.now());
  const { read, save } = useFormAnswers(slug);
  const shared = { user, readStored: read, onSave: save, date: longDate(openedAt, locale) };
  if (flow !== null) return <LiveForm flow={flow} shared={shared} />;
  return (
    <OrderFormView
      {...shared}
      stage="loading"
      draft={null}
      forms={[]}
      submissions={null}
      error={null}
      isSubmitting={false}
      onReview={nothing}
      onConfirm={nothing}
      onEdit={nothing}
      onProceed={nothing}
      onRetry={nothing}
      onDismiss={nothing}
    />
  );
}
