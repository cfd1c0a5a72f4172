import type { ReactNode } from 'react';
import type { DeskOrder, DeskTicket } from '../../contract/staff/desk.ts';
import type { DeskAct } from '../../machines/desk/desk.types.ts';
import { rupiah } from '../text/format.ts';
import { ActForm, TextField } from './parts.tsx';
import styles from './staff.module.css';
import { useWords } from './words/words-context.ts';

type DeskRefund = DeskOrder['payments'][number]['refunds'][number];

/** States of a refund whose money staff may send by hand, once nothing blocks it. */
const payable = ['owed', 'accountAsked', 'accountGiven', 'payingOut'];

/** Whole rupiah of a form; null where it was left empty. */
const amountIn = (given: string) => (given === '' ? null : Number(given));

interface ActsProps {
  readonly payment: string;
  readonly isBusy: boolean;
  readonly onAct: (act: DeskAct) => void;
}

/** Begins the refund of one ticket. */
export function TicketRefund(props: ActsProps & { readonly ticket: DeskTicket }): ReactNode {
  const words = useWords();
  const { payment, ticket, isBusy, onAct } = props;
  const begin = (given: (name: string) => string) => {
    const amount = amountIn(given('amount'));
    const tickets = [ticket.id];
    onAct({ kind: 'refund', body: { step: 'begin', payment, amount, tickets } });
  };
  return (
    <ActForm button={words.refundTicket} isBusy={isBusy} onSend={begin}>
      <TextField
        name="amount"
        label={`${words.refundAmount} (${ticket.place})`}
        inputMode="numeric"
        isRequired={false}
        autoComplete="off"
      />
    </ActForm>
  );
}

/** Begins the refund of a whole order, or goodwill. */
export function PaymentActs({ payment, isBusy, onAct }: ActsProps): ReactNode {
  const words = useWords();
  return (
    <div className={styles.acts}>
      <ActForm
        button={words.refundBegin}
        isBusy={isBusy}
        onSend={(given) => {
          const amount = amountIn(given('amount'));
          onAct({ kind: 'refund', body: { step: 'begin', payment, amount } });
        }}
      >
        <TextField
          name="amount"
          label={words.refundAll}
          hint={words.refundAllHint}
          inputMode="numeric"
          isRequired={false}
          autoComplete="off"
        />
      </ActForm>
      <ActForm
        button={words.goodwillBegin}
        isBusy={isBusy}
        onSend={(given) => {
          const amount = Number(given('amount'));
          onAct({ kind: 'refund', body: { step: 'goodwill', payment, amount } });
        }}
      >
        <TextField
          name="amount"
          label={words.goodwillAmount}
          hint={words.goodwillHint}
          inputMode="numeric"
          autoComplete="off"
        />
      </ActForm>
    </div>
  );
}

/** Decides about a refund, or notes that its money was sent by hand. */
export function RefundActs(
  props: ActsProps & {
    readonly refund: DeskRefund;
  },
): ReactNode {
  const words = useWords();
  const { payment, isBusy, onAct } = props;
  const {
    id: refund,
    state,
    amount,
    kind,
    places,
    account,
    blocked_since: blockedSince,
  } = props.refund;
  if (state === 'asked') {
    return (
      <div className={styles.acts}>
        <ActForm
          button={words.refundApprove(rupiah(amount), words.refundEffects[kind](places.join(', ')))}
          isBusy={isBusy}
          onSend={() => onAct({ kind: 'refund', body: { step: 'approve', payment, refund } })}
        />
        <ActForm
          button={words.refundRefuse}
          isBusy={isBusy}
          onSend={(given) => {
            const reason = given('reason');
            onAct({ kind: 'refund', body: { step: 'refuse', payment, refund, reason } });
          }}
        >
          <TextField name="reason" label={words.reason} autoComplete="off" />
        </ActForm>
      </div>
    );
  }
  if (!payable.includes(state)) return null;
  if (blockedSince !== null) {
    return (
      <ActForm
        button={words.refundOverrule}
        isBusy={isBusy}
        onSend={(given) => {
          const reason = given('reason');
          onAct({ kind: 'refund', body: { step: 'overrule', payment, refund, reason } });
        }}
      >
        <TextField name="reason" label={words.overruleReason} autoComplete="off" />
      </ActForm>
    );
  }
  return (
    <ActForm
      button={words.refundPaid(
        rupiah(amount),
        account
          ? words.accountOf(account.bank.toUpperCase(), account.number, account.holder)
          : null,
      )}
      isBusy={isBusy}
      onSend={(given) => {
        const reference = given('reference');
        onAct({ kind: 'refund', body: { step: 'paid', payment, refund, reference } });
      }}
    >
      <TextField name="reference" label={words.reference} autoComplete="off" />
    </ActForm>
  );
}
