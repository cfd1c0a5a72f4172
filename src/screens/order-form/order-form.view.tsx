import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import type { FormSubmissions } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import { pathTo } from '../../../contract/pages.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { type MachineText, Said, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import { DraftItems } from '../order-summary/draft-items.tsx';
import { PriceLines } from '../order-summary/price-lines.tsx';
import { AttendeeForm, type AttendeeFormProps } from './attendee-form.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ticketsOf } from './form-plan.ts';
import styles from './order-form.module.css';

export interface OrderFormViewProps extends Omit<AttendeeFormProps, 'draft'> {
  readonly slug: string;
  readonly stage: 'loading' | 'filling' | 'noForms' | 'formsInactive' | 'failed' | 'seatsGone';
  readonly draft: DraftResponse | null;
  /** Form answers under review; the confirmation is open unless null. */
  readonly submissions: FormSubmissions | null;
  readonly date: string;
  readonly error: MachineText | null;
  readonly isSubmitting: boolean;
  readonly onConfirm: () => void;
  readonly onEdit: () => void;
  readonly onProceed: () => void;
  readonly onRetry: () => void;
  /** The buyer has acknowledged that there are no seats. */
  readonly onDismiss: () => void;
}

/** The page before its flow has started, and until the forms are read. */
export function OrderFormLoading() {
  const t = useText();
  return (
    <div className={styles.page}>
      <PageHeading title={t('form.preparing')} lang={t.lang('form.preparing')}>
        {t('form.preparing')}
      </PageHeading>
      <Loading
        text={t('form.preparing')}
        lang={t.lang('form.preparing')}
        hideText
        className={styles.layout ?? ''}
      >
        <div className={styles.forms}>
          <Skeleton shape="block" className={styles.ticketSkeleton} />
          <Skeleton shape="block" className={styles.ticketSkeleton} />
        </div>
        <Skeleton shape="block" className={styles.summarySkeleton} />
      </Loading>
    </div>
  );
}

/** Event without forms: the order, and the button to the payment (§2.254). */
function NothingAsked(props: OrderFormViewProps & { readonly draft: DraftResponse }) {
  const { stage, draft, error, isSubmitting, onProceed } = props;
  const t = useText();
  const isInactive = stage === 'formsInactive';
  const title = isInactive ? 'form.inactive' : 'form.noForms';
  return (
    <Card padding="l" className={styles.nothing ?? ''}>
      <ClipboardCheck className={styles.nothingIcon} aria-hidden="true" />
      <PageHeading title={t(title)} lang={t.lang(title)}>
        {t(title)}
      </PageHeading>
      <p className={styles.caption}>{t(isInactive ? 'form.inactiveText' : 'form.noFormsText')}</p>
      <div className={styles.nothingSummary}>
        <DraftItems items={draft.order_data.items} />
        <PriceLines pricing={draft.order_data.pricing_details} />
      </div>
      {error !== null && (
        <Alert tone="danger">
          <Said text={error} />
        </Alert>
      )}
      <Button size="l" block lang={t.lang('form.proceed')} busy={isSubmitting} onClick={onProceed}>
        {t('form.proceed')}
      </Button>
    </Card>
  );
}

/** The attendee forms (§2.250). */
export function OrderFormView(props: OrderFormViewProps) {
  const { slug, stage, draft, forms, submissions, error, isSubmitting } = props;
  const { onRetry, onDismiss } = props;
  const t = useText();
  if (stage === 'failed') {
    return (
      <div className={styles.page}>
        <PageHeading title={t('form.heading')}>{t('form.heading')}</PageHeading>
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="s" onClick={onRetry} lang={t.lang('common.tryAgain')}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {error === null ? t('form.loadFailed') : <Said text={error} />}
        </Alert>
      </div>
    );
  }
  if (stage === 'seatsGone') {
    return (
      <div className={styles.page}>
        <PageHeading title={t('form.heading')}>{t('form.heading')}</PageHeading>
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="s" onClick={onDismiss}>
              {t('common.ok')}
            </Button>
          }
        >
          {error === null ? <Words of="form.noSeats" /> : <Said text={error} />}
        </Alert>
      </div>
    );
  }
  if (stage === 'loading' || draft === null) {
    return <OrderFormLoading />;
  }
  if (stage !== 'filling') {
    return (
      <div className={styles.page}>
        <NothingAsked {...props} draft={draft} />
      </div>
    );
  }
  const seats = [
    ...ticketsOf(draft)
      .map((ticket) => ticket.seatNumber)
      .filter((seat) => seat !== ''),
    ...draft.order_data.items
      .filter(({ standing }) => standing === true)
      .map((item) => `${item.quantity} × ${item.category_name}`),
  ];
  return (
    <div className={styles.page}>
      <div>
        <PageHeading title={t('form.heading')}>{t('form.heading')}</PageHeading>
        {seats.length > 0 && (
          <p className={styles.caption} role="status">
            {t('form.heldSeats', { seats: seats.join(', ') })}
          </p>
        )}
        <Link to={pathTo('seats', { slug })} className={styles.back}>
          {t('form.toSeats')}
        </Link>
      </div>
      <AttendeeForm {...props} draft={draft} />
      {submissions !== null && (
        <ConfirmDialog
          draft={draft}
          forms={forms}
          submissions={submissions}
          date={props.date}
          error={error}
          isSubmitting={isSubmitting}
          onConfirm={props.onConfirm}
          onEdit={props.onEdit}
        />
      )}
    </div>
  );
}
