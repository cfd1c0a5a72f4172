import { useState } from 'react';
import { pathTo } from '../../../contract/pages.ts';
import type { OrderRefund } from '../../../contract/refund/refund.ts';
import type { Failure } from '../../../machines/shared/result.ts';
import { failureText } from '../../../machines/shared/screen-text.ts';
import { useWhen } from '../../app/when.ts';
import { rupiah } from '../../text/format.ts';
import { Said, type TextKey, useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { PolicyLines } from '../order-summary/refund-policy.tsx';
import styles from './order-refund.module.css';

export interface OrderRefundViewProps {
  /** Null until it is read. */
  readonly order: OrderRefund | null;
  /** Why it could not be read. */
  readonly readFailure: Failure | null;
  /** Why the last request failed. */
  readonly failure: Failure | null;
  readonly busy: boolean;
  /** Asks for whole rupiah; calls `onDone` after the response. */
  readonly onAsk: (amount: number, onDone: () => void) => void;
  readonly onKeep: () => void;
  readonly onRetry: () => void;
}

type Refund = NonNullable<OrderRefund['refund']>;

const states: Readonly<Record<Exclude<Refund['state'], 'refused'>, TextKey>> = {
  asked: 'refund.stateAsked',
  approved: 'refund.stateApproved',
  owed: 'refund.stateOwed',
  accountAsked: 'refund.stateAccountAsked',
  accountGiven: 'refund.stateAccountGiven',
  payingOut: 'refund.statePayingOut',
  done: 'refund.stateDone',
  unknown: 'refund.stateApproved',
};

function tone({ state }: Refund) {
  if (state === 'done') return 'success';
  return state === 'refused' || state === 'accountAsked' ? 'warning' : 'info';
}

function RefundState({ refund }: { readonly refund: Refund }) {
  const t = useText();
  const { account_token: token, note, reference, state } = refund;
  return (
    <Alert
      tone={tone(refund)}
      action={
        token === null ? undefined : (
          <ButtonLink to={pathTo('refund-account', { token })} size="s">
            {t('refund.nameAccount')}
          </ButtonLink>
        )
      }
    >
      {state === 'refused' ? (
        <p>{t('refund.stateRefused', { note: note ?? '' })}</p>
      ) : (
        <p>
          <Words of={states[state]} />
        </p>
      )}
      {reference !== null && <p>{t('refund.reference', { reference })}</p>}
    </Alert>
  );
}

interface ChoiceProps extends Pick<OrderRefundViewProps, 'busy' | 'onKeep'> {
  readonly order: OrderRefund;
  readonly onAsk: () => void;
}

/** The buttons of an order whose money can be asked back, and the question of a postponed event. */
function Choice({ order, busy, onAsk, onKeep }: ChoiceProps) {
  const t = useText();
  const when = useWhen();
  const { askable, everything_until: end, kept } = order;
  const isOffered = end !== null || order.everything_open;
  const ask = (
    <Button variant={!isOffered || kept ? 'secondary' : 'primary'} busy={busy} onClick={onAsk}>
      {t('refund.ask')}
    </Button>
  );
  if (askable === 0) return <p className={styles.soft}>{t('refund.nothing')}</p>;
  if (!isOffered) return <div className={styles.buttons}>{ask}</div>;
  const until = end === null ? t('refund.untilDated') : `${when(end).date}, ${when(end).time}`;
  return (
    <section className="stack gap-3">
      {kept ? (
        <p>{t('refund.kept', { until })}</p>
      ) : (
        <>
          <h3>{t('refund.choose')}</h3>
          <p>{t('refund.chooseText', { until })}</p>
        </>
      )}
      <div className={styles.buttons}>
        {ask}
        {!kept && (
          <Button variant="secondary" disabled={busy} onClick={onKeep}>
            {t('refund.keep')}
          </Button>
        )}
      </div>
    </section>
  );
}

function OrderCard(props: OrderRefundViewProps & { readonly order: OrderRefund }) {
  const { order, failure, busy, onAsk, onKeep } = props;
  const t = useText();
  const when = useWhen()(order.event.datetime);
  const [isAsking, setAsking] = useState(false);
  const { askable, refund } = order;
  const isOpen = refund === null || refund.state === 'refused' || askable > 0;
  return (
    <Card padding="l" className={styles.card ?? ''}>
      <div>
        <h2 className={styles.name}>{order.event.name}</h2>
        <p className={styles.soft}>
          {when.time === when.date ? when.date : `${when.date}, ${when.time}`}
        </p>
        <p className={styles.soft}>{t('refund.order', { code: order.order_code })}</p>
      </div>
      <dl className={styles.sums}>
        <div>
          <dt>{t('refund.paid')}</dt>
          <dd>
            <Money amount={order.paid} />
          </dd>
        </div>
        {!isOpen && (
          <div>
            <dt>{t('refund.back')}</dt>
            <dd>
              <Money amount={refund.amount} />
            </dd>
          </div>
        )}
        {isOpen && askable > 0 && (
          <div>
            <dt>{t('refund.now')}</dt>
            <dd>
              <Money amount={askable} />
            </dd>
          </div>
        )}
      </dl>
      {refund !== null && <RefundState refund={refund} />}
      {failure !== null && (
        <Alert tone="danger">
          <Said text={failureText<TextKey>(failure, 'refund.loadFailed')} />
        </Alert>
      )}
      {isOpen && <Choice order={order} busy={busy} onAsk={() => setAsking(true)} onKeep={onKeep} />}
      {order.everything_until === null && !order.everything_open && (
        <section className={styles.policy}>
          <h3>{t('policy.title')}</h3>
          <PolicyLines policy={order.policy} />
        </section>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        dismissible={!busy}
        tone="alert"
        size="s"
        title={t('refund.sure', { amount: rupiah(askable) })}
        actions={
          <>
            <Button busy={busy} onClick={() => onAsk(askable, () => setAsking(false))}>
              {t('refund.ask')}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => setAsking(false)}>
              {t('refund.sureBack')}
            </Button>
          </>
        }
      >
        <p>{t('refund.sureText')}</p>
      </Dialog>
    </Card>
  );
}

/** The refund of one order: what goes back, the question of a postponed event, and how it stands. */
export function OrderRefundView(props: OrderRefundViewProps) {
  const { order, readFailure, onRetry } = props;
  const t = useText();
  if (order !== null) return <OrderCard {...props} order={order} />;
  if (readFailure !== null) {
    return (
      <RetryAlert onRetry={onRetry}>
        <Said text={failureText<TextKey>(readFailure, 'refund.loadFailed')} />
      </RetryAlert>
    );
  }
  return (
    <Loading text={t('refund.loading')} hideText>
      <Skeleton shape="block" className={styles.skeleton} />
    </Loading>
  );
}
