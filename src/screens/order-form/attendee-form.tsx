import { useMemo } from 'react';
import type { User } from '../../../contract/account.ts';
import type { EventForm, FormSubmissions } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { FormAnswers } from '../../app/flows/form-answers.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DraftItems } from '../order-summary/draft-items.tsx';
import { PriceLines } from '../order-summary/price-lines.tsx';
import { AnswerForm } from './answer-form.tsx';
import { ticketsOf } from './form-plan.ts';
import styles from './order-form.module.css';

export interface AttendeeFormProps {
  readonly draft: DraftResponse;
  readonly forms: readonly EventForm[];
  readonly user: User | null;
  /** Reads the stored input; called when the form opens, because the account is read after the page. */
  readonly readStored: () => FormAnswers | null;
  readonly onSave: (answers: FormAnswers) => void;
  readonly onReview: (submissions: FormSubmissions) => void;
}

/** The forms of a draft, with the summary beside them (§2.250). Only reviewed answers are sent. */
export function AttendeeForm(props: AttendeeFormProps) {
  const { draft, forms, user, readStored, onSave, onReview } = props;
  const t = useText();
  const tickets = useMemo(() => ticketsOf(draft), [draft]);
  const summary = (
    <Card as="aside" className={styles.summary ?? ''} aria-labelledby="order-summary">
      <h2 id="order-summary" className={styles.summaryTitle}>
        {t('summary.title')}
      </h2>
      <DraftItems items={draft.order_data.items} />
      <PriceLines pricing={draft.order_data.pricing_details} />
      <Button type="submit" size="l" block lang={t.lang('form.continue')}>
        {t('form.continue')}
      </Button>
    </Card>
  );
  return (
    <AnswerForm
      tickets={tickets}
      forms={forms}
      user={user}
      readStored={readStored}
      onSave={onSave}
      onAnswered={onReview}
      label={t('form.heading')}
      aside={() => summary}
    />
  );
}
