import type { ReactNode } from 'react';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import type { DeskOrder, DeskTicket } from '../../contract/staff/desk.ts';
import type { DeskAct } from '../../machines/desk/desk.types.ts';
import { rupiah } from '../text/format.ts';
import { PaymentActs, RefundActs, TicketRefund } from './desk-refunds.tsx';
import { ActForm, SureButton, TextField } from './parts.tsx';
import styles from './staff.module.css';
import { useWords } from './words/words-context.ts';

interface DeskOrderProps {
  readonly order: DeskOrder;
  readonly self: StaffSelf;
  readonly isBusy: boolean;
  readonly onAct: (act: DeskAct) => void;
  readonly onClose: () => void;
}

/** One order: buyer, tickets, payments with their refunds, and its history as one list. */
export function DeskOrderView(props: DeskOrderProps): ReactNode {
  const words = useWords();
  const { order, self, isBusy, onAct } = props;
  const { moment } = words;
  const mayCorrect = self.acts.includes('correctOrder');
  const mayRefund = self.acts.includes('refund');
  const paid = order.payments.find(({ amount, status }) => amount > 0 && status === 'completed');
  return (
    <article className={styles.stack}>
      <button type="button" className={styles.quiet} onClick={props.onClose}>
        {words.back}
      </button>
      <section className={styles.card}>
        <h2>{words.orderOf(order.order_code)}</h2>
        <p>
          {order.event_name} · {moment(order.event_starts_at)} ·{' '}
          {words.orderStates[order.status] ?? order.status}
        </p>
        <p>
          {words.buyer}: {order.buyer_name} · {order.buyer_email} · {order.buyer_phone}
        </p>
        <p>
          {words.total}: {rupiah(order.total)}
        </p>
        {mayCorrect && (
          <ActForm
            button={words.sendAgain}
            isBusy={isBusy}
            onSend={() => onAct({ kind: 'sendAgain' })}
          />
        )}
      </section>
      <section className={styles.card}>
        <h2>{words.tickets}</h2>
        <ul className={styles.list}>
          {order.tickets.map((ticket) => (
            <li key={ticket.id} className={styles.ticket}>
              <strong>{ticket.place}</strong> {ticket.category} · {ticket.ticket_code} ·{' '}
              {words.ticketStates[ticket.state]}
              {ticket.given_away && ` · ${words.givenAway}`}
              <br />
              <span className={styles.soft}>
                {words.holder}: {ticket.holder_name}
                {ticket.paid !== null && ` · ${rupiah(ticket.paid)}`}
              </span>
              {mayCorrect && ticket.state !== 'void' && ticket.state !== 'replaced' && (
                <TicketActs ticket={ticket} isBusy={isBusy} onAct={onAct} />
              )}
              {mayRefund &&
                paid !== undefined &&
                (ticket.paid ?? 1) > 0 &&
                ticket.state !== 'void' &&
                ticket.state !== 'replaced' && (
                  <TicketRefund ticket={ticket} payment={paid.id} isBusy={isBusy} onAct={onAct} />
                )}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.card}>
        <h2>{words.payments}</h2>
        <ul className={styles.list}>
          {order.payments.map((payment) => (
            <li key={payment.id} className={styles.ticket}>
              {payment.method_name} ({payment.gateway}) · {rupiah(payment.amount)} ·{' '}
              {words.paymentStates[payment.status] ?? payment.status} · {moment(payment.created_at)}
              {payment.refunds.map((refund) => (
                <div key={refund.id} className={styles.refund}>
                  <strong>
                    {words.refundKinds[refund.kind]} {refund.places.join(', ')}
                  </strong>{' '}
                  · {rupiah(refund.amount)} · {words.refundStates[refund.state] ?? refund.state} ·{' '}
                  {words.refundReasons[refund.reason] ?? refund.reason}
                  {refund.account &&
                    ` · ${words.accountOf(refund.account.bank.toUpperCase(), refund.account.number, refund.account.holder)}`}
                  {refund.note !== null && ` · ${refund.note}`}
                  {refund.account_wait !== null &&
                    ` · ${words.accountWait(moment(refund.account_wait.since), refund.account_wait.reminders)}`}
                  {refund.blocked_since !== null &&
                    ` · ${words.refundBlocked(moment(refund.blocked_since))}`}
                  {mayRefund && (
                    <RefundActs
                      payment={payment.id}
                      refund={refund}
                      isBusy={isBusy}
                      onAct={onAct}
                    />
                  )}
                </div>
              ))}
              {mayRefund && payment.amount > 0 && payment.status === 'completed' && (
                <PaymentActs payment={payment.id} isBusy={isBusy} onAct={onAct} />
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.card}>
        <h2>{words.history}</h2>
        <ol className={styles.list}>
          {order.history.map(({ at, kind, what, detail, staff }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one moment can be equal, and the list is read again as a whole.
            <li key={`${at}-${index}`}>
              <span className={styles.soft}>
                {moment(at)} · {words.kinds[kind]}
              </span>{' '}
              {what}
              {detail !== null && ` · ${detail}`}
              {staff !== null && ` · ${staff}`}
            </li>
          ))}
        </ol>
      </section>
    </article>
  );
}

function TicketActs(props: {
  readonly ticket: DeskTicket;
  readonly isBusy: boolean;
  readonly onAct: (act: DeskAct) => void;
}): ReactNode {
  const words = useWords();
  const { ticket, isBusy, onAct } = props;
  const { id: ticketId } = ticket;
  return (
    <div className={styles.acts}>
      <ActForm
        button={words.rename}
        isBusy={isBusy}
        onSend={(given) => onAct({ kind: 'rename', ticketId, name: given('name') })}
      >
        <TextField
          name="name"
          label={`${words.holder} ${ticket.place}`}
          defaultValue={ticket.holder_name}
          autoComplete="off"
        />
      </ActForm>
      {ticket.state === 'valid' && (
        <ActForm
          button={words.move}
          isBusy={isBusy}
          onSend={(given) => onAct({ kind: 'move', ticketId, seatNumber: given('seat') })}
        >
          <TextField name="seat" label={`${words.seat} (${ticket.place})`} autoComplete="off" />
        </ActForm>
      )}
      {ticket.state === 'valid' && (
        <SureButton
          label={words.reissue}
          sure={words.reissue}
          isBusy={isBusy}
          onPress={() => onAct({ kind: 'reissue', ticketId })}
        />
      )}
      {ticket.state === 'valid' && (
        <SureButton
          label={words.voidAndSell}
          sure={words.voidAndSellSure}
          isBusy={isBusy}
          onPress={() => onAct({ kind: 'void', ticketId, seat: 'onSale' })}
        />
      )}
      <SureButton
        label={words.voidTicket}
        sure={words.voidSure}
        isBusy={isBusy}
        onPress={() => onAct({ kind: 'void', ticketId, seat: 'kept' })}
      />
    </div>
  );
}
