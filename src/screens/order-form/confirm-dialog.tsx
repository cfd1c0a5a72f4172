import type { EventForm, FormSubmissions } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import { type MachineText, Said, useLocale, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Money } from '../../ui/money.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { AddedFees, IncludedFees } from '../order-summary/fee-lines.tsx';
import { planOf, readableAnswer, ticketsOf } from './form-plan.ts';
import styles from './order-form.module.css';

export interface ConfirmDialogProps {
  readonly draft: DraftResponse;
  readonly forms: readonly EventForm[];
  readonly submissions: FormSubmissions;
  /** The date of the order as text. */
  readonly date: string;
  readonly error: MachineText | null;
  readonly isSubmitting: boolean;
  readonly onConfirm: () => void;
  readonly onEdit: () => void;
}

interface Answered {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

function Answers({ answers }: { readonly answers: readonly Answered[] }) {
  return (
    <dl className={styles.answers}>
      {answers.map(({ id, label, text }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The whole order for review before it is locked (§2.270, order confirmation popup). */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { draft, forms, submissions, date, error, isSubmitting, onConfirm, onEdit } = props;
  const t = useText();
  const [locale] = useLocale();
  const plan = planOf(forms);
  const { pricing_details: pricing, items } = draft.order_data;

  const answered = (fields: typeof plan.general, at: number): Answered[] =>
    fields
      .map(({ form, field }) => ({
        id: field.id,
        label: field.label,
        text: readableAnswer(field, submissions[form.id]?.[at]?.form_data[field.field_key], locale),
      }))
      .filter(({ text }) => text !== '');
  const general = answered(plan.general, 0);

  return (
    <Dialog
      open
      onClose={onEdit}
      dismissible={!isSubmitting}
      title={t('confirm.title')}
      actions={
        <>
          <Button onClick={onConfirm} busy={isSubmitting}>
            {t('confirm.submit')}
          </Button>
          <Button variant="secondary" onClick={onEdit} disabled={isSubmitting}>
            {t('confirm.edit')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the popup scrolls, and nothing else in it takes the focus. */}
      <section className="stack gap-5" aria-label={t('confirm.title')} tabIndex={0}>
        {error !== null && (
          <Alert tone="danger" className={styles.confirmError}>
            <Said text={error} />
          </Alert>
        )}
        <dl className={styles.answers}>
          <div>
            <dt>{t('confirm.orderNumber')}</dt>
            <dd>{draft.order.order_code}</dd>
          </div>
          <div>
            <dt>{t('confirm.date')}</dt>
            <dd>{date}</dd>
          </div>
          <div>
            <dt>{t('confirm.total')}</dt>
            <dd>
              <Money amount={pricing.final_price} zeroText={t('summary.free')} />
            </dd>
          </div>
        </dl>
        {plan.perTicket.length > 0 && (
          <section>
            <h3 className={styles.confirmTitle}>{t('confirm.holders')}</h3>
            {ticketsOf(draft).map((ticket, at) => (
              <div key={ticket.id ?? `ticket ${at + 1}`} className={styles.holder}>
                <p className={styles.holderTitle} lang={t.lang('form.ticket')}>
                  {[
                    t('form.ticket', { n: at + 1 }),
                    ticket.seatNumber,
                    ticket.isStanding && `${ticket.category} · ${t('summary.standing')}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <Answers answers={answered(plan.perTicket, at)} />
              </div>
            ))}
          </section>
        )}
        {general.length > 0 && (
          <section>
            <h3 className={styles.confirmTitle}>{t('confirm.additional')}</h3>
            <Answers answers={general} />
          </section>
        )}
        <section>
          <h3 className={styles.confirmTitle}>{t('confirm.items')}</h3>
          <ul className={styles.confirmItems}>
            {items.map((item) => {
              const seats = item.seats
                .map((seat) => seat.seat_number)
                .filter((seat) => seat !== '');
              return (
                <li key={item.category_id ?? item.category_name}>
                  <span className={styles.holderTitle}>{item.category_name}</span>
                  <Money
                    amount={item.price_per_item * item.quantity}
                    zeroText={t('summary.free')}
                  />
                  <span className={styles.caption}>
                    <span>
                      {seats.length > 0
                        ? `${t('confirm.seats')} ${seats.join(', ')}`
                        : `${t('confirm.quantity')} ${item.quantity}`}
                    </span>{' '}
                    {item.standing === true && <span>{`· ${t('summary.standing')}`}</span>}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
        <dl className={styles.sums}>
          <div>
            <dt>{t('confirm.subtotal')}</dt>
            <dd>
              <Money amount={pricing.original_price} />
            </dd>
          </div>
          {pricing.discount > 0 && (
            <div>
              <dt>{t('summary.discount')}</dt>
              <dd>
                <Money amount={-pricing.discount} />
              </dd>
            </div>
          )}
          <AddedFees pricing={pricing} />
          <div className={styles.sum}>
            <dt>{t('confirm.total')}</dt>
            <dd>
              <Money amount={pricing.final_price} />
            </dd>
          </div>
          <IncludedFees pricing={pricing} />
        </dl>
      </section>
    </Dialog>
  );
}
