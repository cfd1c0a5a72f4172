import type { DraftResponse } from '../../../contract/order.ts';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { isFree } from '../../../machines/payment/payment.rules.ts';
import { rupiah } from '../../text/format.ts';
import { type MachineText, Said, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './payment-method.module.css';

export interface PayProps {
  readonly draft: DraftResponse | null;
  readonly methods: readonly PaymentMethod[];
  readonly methodCode: string | null;
  /** Whole rupiah. */
  readonly serviceFee: number;
  readonly error: MachineText | null;
  readonly isCreating: boolean;
  readonly canPay: boolean;
  readonly onPay: () => void;
}

/** What is due with the fee of the chosen method, in whole rupiah. */
function dueOf({ draft, serviceFee }: Pick<PayProps, 'draft' | 'serviceFee'>) {
  return (draft?.order_data.pricing_details.final_price ?? 0) + serviceFee;
}

/** The button names the amount and the method, so that nobody pays by a method that merely stood chosen. */
export function PayButton(props: PayProps) {
  const { isCreating, canPay, methods, methodCode, onPay } = props;
  const t = useText();
  const method = methods.find(({ code }) => code === methodCode);
  return (
    <Button size="l" block busy={isCreating} disabled={!isCreating && !canPay} onClick={onPay}>
      {isFree(props) ? (
        t(isCreating ? 'method.issuing' : 'method.issue')
      ) : isCreating ? (
        t('method.paying')
      ) : (
        <span className={styles.payWords}>
          {t('method.pay')}{' '}
          {method !== undefined && (
            <span className={styles.payBy}>
              {t('method.payBy', { amount: rupiah(dueOf(props)), method: method.name })}
            </span>
          )}
        </span>
      )}
    </Button>
  );
}

/** Message about the button beside it. */
export function PayError({ error }: Pick<PayProps, 'error'>) {
  if (error === null) return null;
  return (
    <Alert tone="danger">
      <Said text={error} />
    </Alert>
  );
}

/** Bar fixed at the bottom on phones, so that the pay button stays visible. */
export function PayBar(props: PayProps) {
  const { methodCode, error } = props;
  const t = useText();
  return (
    <div className={styles.payBar}>
      <PayError error={error} />
      {methodCode === null && (
        <p className={styles.payTotal}>
          <span>{t('summary.total')}</span>
          <Money amount={dueOf(props)} />
        </p>
      )}
      <PayButton {...props} />
    </div>
  );
}
