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
import { CheckboxGroup } from '../../ui/form/choice.tsx';
import { Money } from '../../ui/money.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { PolicyLines } from '../order-summary/refund-policy.tsx';
import styles from './order-refund.module.css';

/** The tickets that their buyer gives back, and what the page says that comes back for them. */
export interface AskedBack {
  /** Whole rupiah. */
  readonly expected: number;
  readonly tickets: readonly string[];
}

export interface OrderRefundViewProps {
  /** Null until it is read. */
  readonly order: OrderRefund | null;
  /** Why it could not be read. */
  readonly readFailure: Failure | null;
  /** Why the last request failed. */
  readonly failure: Failure | null;
  readonly busy: boolean;
  /** Calls `onDone` after the response. */
  readonly onAsk: (asked: AskedBack, onDone: () => void) => void;
  readonly onKeep: () => void;
  readonly onRetry: () => void;
}

type Refund = OrderRefund['refunds'][number];
type Ticket = OrderRefund['tickets'][number];

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

const kinds: Readonly<Record<Refund['kind'], TextKey>> = {
  whole: 'refund.ofOrder',
  tickets: 'refund.ofTickets',
  goodwill: 'refund.ofGoodwill',
  dashboard: 'refund.ofDashboard',
  unknown: 'refund.ofOrder',
};

function tone({ state }: Refund) {
  if (state === 'done') return 'success';
  return state === 'refused' || state === 'accountAsked' ? 'warning' : 'info';
}

function RefundState({ refund }: { readonly refund: Refund }) {
  const t = useText();
  const { account_token: token, amount, is_surplus, kind, note, reference, state } = refund;
  const about = is_surplus ? 'refund.ofSurplus' : kinds[kind];
  const isFree = amount === 0 && state === 'done';
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
      <p className={styles.about}>
        <Words of={about} values={{ places: refund.places.join(', ') }} />
        {amount > 0 && (
          <>
            {': '}
            <Money amount={amount} />
          </>
        )}
      </p>
      {state === 'refused' ? (
        <p>{t('refund.stateRefused', { note: note ?? '' })}</p>
      ) : (
        <p>
          <Words of={isFree ? 'refund.stateGiven' : states[state]} />
        </p>
      )}
      {reference !== null && <p>{t('refund.reference', { reference })}</p>}
    </Alert>
  );
}

const whyNot: Readonly<Record<Ticket['state'], TextKey>> = {
  valid: 'refund.ticketKept',
  entered: 'refund.ticketEntered',
  given: 'refund.ticketGiven',
  asked: 'refund.ticketAsked',
  void: 'refund.ticketVoid',
  unknown: 'refund.ticketKept',
};

function placeOf({ place, category }: Ticket): string {
  return place === category ? place : `${place} · ${category}`;
}

interface ChoiceProps extends Pick<OrderRefundViewProps, 'busy' | 'onKeep'> {
  readonly order: OrderRefund;
  readonly chosen: readonly Ticket[];
  readonly amount: number;
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onAsk: () => void;
}

/** The tickets of an order with what comes back of each, and the question of a postponed event. */
function Choice({ order, chosen, amount, busy, onChoose, onAsk, onKeep }: ChoiceProps) {
  const t = useText();
  const when = useWhen();
  const [isMissing, setMissing] = useState(false);
  const { everything_until: end, kept, tickets } = order;
  const isOffered = end !== null || order.everything_open;
  const until = end === null ? t('refund.untilDated') : `${when(end).date}, ${when(end).time}`;
  const open = tickets.filter(({ askable }) => askable !== null);
  const ids = chosen.map(({ id }) => id);
  const toggle = (id: string) => {
    setMissing(false);
    onChoose(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  };
  const ask = () => {
    if (chosen.length === 0) setMissing(true);
    else onAsk();
  };
  if (open.length === 0) return <p className={styles.soft}>{t('refund.nothing')}</p>;
  return (
    <section className="stack gap-4">
      {isOffered && kept && <p>{t('refund.kept', { until })}</p>}
      {isOffered && !kept && (
        <div className="stack gap-1">
          <h3>{t('refund.choose')}</h3>
          <p>{t('refund.chooseText', { until })}</p>
        </div>
      )}
      <CheckboxGroup
        legend={t('refund.tickets')}
        className={styles.tickets}
        value={ids}
        onChange={({ currentTarget }) => toggle(currentTarget.value)}
        error={isMissing ? t('refund.chooseTicket') : undefined}
        options={tickets.map((ticket) => ({
          value: ticket.id,
          label: placeOf(ticket),
          disabled: ticket.askable === null,
          hint:
            ticket.askable === null ? (
              <Words of={whyNot[ticket.state]} />
            ) : ticket.askable === 0 ? (
              t('refund.free')
            ) : (
              <Money amount={ticket.askable} />
            ),
        }))}
      />
      {chosen.length > 0 && (
        <dl className={styles.sums}>
          <div>
            <dt>{t('refund.back')}</dt>
            <dd>
              <Money amount={amount} zeroText={t('refund.noMoney')} />
            </dd>
          </div>
        </dl>
      )}
      <div className={styles.buttons}>
        <Button variant={!isOffered || kept ? 'secondary' : 'primary'} busy={busy} onClick={ask}>
          {t(open.every(({ askable }) => askable === 0) ? 'refund.give' : 'refund.ask')}
        </Button>
        {open.length > 1 && chosen.length < open.length && (
          <Button
            variant="ghost"
            disabled={busy}
            onClick={() => {
              setMissing(false);
              onChoose(open.map(({ id }) => id));
            }}
          >
            {t('refund.all')}
          </Button>
        )}
        {isOffered && !kept && (
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
  const [ids, setIds] = useState<readonly string[]>([]);
  const open = order.tickets.filter(({ askable }) => askable !== null);
  const chosen = open.length === 1 ? open : open.filter(({ id }) => ids.includes(id));
  const sum = chosen.reduce((total, { askable }) => total + (askable ?? 0), 0);
  const amount = Math.min(sum, order.left);
  const places = chosen.map(({ place }) => place).join(', ');
  const stays = order.tickets.some(
    ({ id, state }) => state !== 'void' && !chosen.some((one) => one.id === id),
  );
  const asked = { expected: amount, tickets: chosen.map(({ id }) => id) };
  const refunds = order.refunds.filter(
    ({ kind, state }) => kind !== 'goodwill' || state !== 'asked',
  );
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
            <Money amount={order.paid} zeroText={t('refund.free')} />
          </dd>
        </div>
      </dl>
      {refunds.map((refund) => (
        <RefundState key={refund.id} refund={refund} />
      ))}
      {failure !== null && (
        <Alert tone="danger">
          <Said text={failureText<TextKey>(failure, 'refund.loadFailed')} />
        </Alert>
      )}
      {(open.length > 0 || refunds.length === 0) && (
        <Choice
          order={order}
          chosen={chosen}
          amount={amount}
          busy={busy}
          onChoose={setIds}
          onAsk={() => setAsking(true)}
          onKeep={onKeep}
        />
      )}
      {order.paid > 0 && order.everything_until === null && !order.everything_open && (
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
        title={
          amount === 0
            ? t('refund.sureFree', { places })
            : t('refund.sure', { amount: rupiah(amount) })
        }
        actions={
          <>
            <Button busy={busy} onClick={() => onAsk(asked, () => setAsking(false))}>
              {t(amount === 0 ? 'refund.give' : 'refund.ask')}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => setAsking(false)}>
              {t('refund.sureBack')}
            </Button>
          </>
        }
      >
        <p>{t(amount === 0 ? 'refund.sureFreeText' : 'refund.sureText', { places })}</p>
        {stays && <p>{t('refund.sureOthers')}</p>}
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
