import { type ReactNode, useCallback } from 'react';
import { staffCalls } from '../../contract/staff/calls.ts';
import { type RefundWork, refundStages } from '../../contract/staff/desk.ts';
import { problemOfFailure } from '../../machines/staff/staff.problem.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';
import { rupiah } from '../text/format.ts';
import { Notice } from './parts.tsx';
import styles from './staff.module.css';
import { useRead } from './use-read.ts';
import { useWords } from './words/words-context.ts';

/** The refunds that wait, by what they wait for. */
export function Worklist(props: {
  readonly call: PlainCall;
  readonly onEnded: () => void;
  readonly onOpen: (orderCode: string) => void;
}): ReactNode {
  const words = useWords();
  const { call, onEnded, onOpen } = props;
  const read = useCallback(() => call(staffCalls.deskRefunds), [call]);
  const { value, failure } = useRead(read, onEnded);
  const refunds = value?.refunds ?? [];
  return (
    <section className={styles.card}>
      <h2>{words.workTitle}</h2>
      <Notice problem={failure === null ? null : problemOfFailure(failure)} />
      {value !== null && refunds.length === 0 && <p role="status">{words.workNone}</p>}
      {refundStages
        .map((stage) => [stage, refunds.filter((one) => one.stage === stage)] as const)
        .filter(([, ofStage]) => ofStage.length > 0)
        .map(([stage, ofStage]) => (
          <div key={stage}>
            <h3>{`${words.workStages[stage]} (${ofStage.length})`}</h3>
            <ul className={styles.list}>
              {ofStage.map((refund) => (
                <li key={refund.id}>
                  <Work refund={refund} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  );
}

function Work(props: {
  readonly refund: RefundWork;
  readonly onOpen: (orderCode: string) => void;
}): ReactNode {
  const words = useWords();
  const { refund } = props;
  const { account } = refund;
  return (
    <button type="button" className={styles.found} onClick={() => props.onOpen(refund.order_code)}>
      <strong>
        {rupiah(refund.amount)} · {refund.order_code}
      </strong>{' '}
      {refund.buyer_name}
      {account !== null && (
        <>
          <br />
          {words.accountOf(account.bank.toUpperCase(), account.number, account.holder)}
        </>
      )}
      <br />
      <span className={styles.soft}>
        {[refund.event_name, refund.places.join(', '), words.since(words.moment(refund.since))]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </button>
  );
}
