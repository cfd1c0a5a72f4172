import { useMemo, useState } from 'react';
import type { User } from '../../../contract/account.ts';
import type { FormSubmissions } from '../../../contract/forms.ts';
import type { LaterForms } from '../../../contract/ticket/later-forms.ts';
import type { Failure } from '../../../machines/shared/result.ts';
import { failureText } from '../../../machines/shared/screen-text.ts';
import { useWhen } from '../../app/when.ts';
import { Said, type TextKey, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import { AnswerForm } from '../order-form/answer-form.tsx';
import { plannedTickets, storedLater } from './later-answers.ts';
import styles from './later-forms.module.css';

export interface LaterFormsViewProps {
  /** Null until it is read. */
  readonly order: LaterForms | null;
  /** Why it could not be read. */
  readonly readFailure: Failure | null;
  /** Why the last save failed. */
  readonly failure: Failure | null;
  readonly busy: boolean;
  readonly user: User | null;
  /** Calls `onDone` once the answers are stored. */
  readonly onSave: (submissions: FormSubmissions, onDone: () => void) => void;
  readonly onRetry: () => void;
}

/** Stores nothing in this browser: the answers of a paid order are on the server. */
const keepNothing = () => {};

function Filling(props: LaterFormsViewProps & { readonly order: LaterForms }) {
  const { order, failure, busy, user, onSave } = props;
  const t = useText();
  const [isSaved, setSaved] = useState(false);
  const tickets = useMemo(() => plannedTickets(order), [order]);
  return (
    <AnswerForm
      tickets={tickets}
      forms={order.forms}
      user={user}
      readStored={() => storedLater(order)}
      onSave={keepNothing}
      onChange={() => setSaved(false)}
      onAnswered={(submissions) => {
        setSaved(false);
        onSave(submissions, () => setSaved(true));
      }}
      label={t('title.laterForms')}
      className={styles.form}
      aside={(submit) => (
        <div className={styles.end}>
          {failure !== null && (
            <RetryAlert onRetry={submit}>
              <Said text={failureText<TextKey>(failure, 'later.saveFailed')} />
            </RetryAlert>
          )}
          {isSaved && <Alert tone="success">{t('later.saved')}</Alert>}
          <Button type="submit" size="l" block busy={busy}>
            {t('later.save')}
          </Button>
        </div>
      )}
    />
  );
}

function OrderForms(props: LaterFormsViewProps & { readonly order: LaterForms }) {
  const { order } = props;
  const t = useText();
  const when = useWhen()(order.event.datetime);
  const isDated = when.date !== when.time;
  return (
    <>
      <p className={styles.soft}>
        {t('later.for', { code: order.order_code, event: order.event.name })}
      </p>
      {order.forms.length === 0 ? (
        <Alert>{t('later.none')}</Alert>
      ) : !order.open ? (
        <Alert>{t('later.closed')}</Alert>
      ) : (
        <>
          <p>{isDated ? t('later.until', { ...when }) : t('later.untilOpen')}</p>
          <Filling {...props} />
        </>
      )}
    </>
  );
}

/** The forms of a paid order, which its buyer fills in until the event begins (decision 098). */
export function LaterFormsView(props: LaterFormsViewProps) {
  const { order, readFailure, onRetry } = props;
  const t = useText();
  return (
    <div className={styles.page}>
      <Link to="/my-tickets" className={styles.back}>
        {t('tickets.back')}
      </Link>
      {order !== null && <OrderForms {...props} order={order} />}
      {order === null && readFailure !== null && (
        <RetryAlert onRetry={onRetry}>
          <Said text={failureText<TextKey>(readFailure, 'later.loadFailed')} />
        </RetryAlert>
      )}
      {order === null && readFailure === null && (
        <Loading text={t('later.loading')} hideText>
          <Skeleton shape="block" className={styles.skeleton} />
        </Loading>
      )}
    </div>
  );
}
