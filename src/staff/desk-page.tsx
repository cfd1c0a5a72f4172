import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import type { FoundOrder } from '../../contract/staff/desk.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';
import { DeskOrderView } from './desk-order.tsx';
import { ActForm, Notice, TextField } from './parts.tsx';
import styles from './staff.module.css';
import { wireDesk } from './wire.ts';
import { useWords } from './words/words-context.ts';
import { Worklist } from './worklist.tsx';

interface DeskPageProps {
  readonly call: PlainCall;
  readonly self: StaffSelf;
  readonly onEnded: () => void;
}

/** The support desk: one box finds an order, then its story and its corrections. */
export function DeskPage({ call, self, onEnded }: DeskPageProps): ReactNode {
  const words = useWords();
  const [machine] = useState(() => wireDesk(call));
  const desk = useActorRef(machine);
  useEffect(() => {
    const heard = desk.on('session.ended', onEnded);
    return () => heard.unsubscribe();
  }, [desk, onEnded]);
  const context = useSelector(desk, (snapshot) => snapshot.context);
  const isBusy = useSelector(desk, (snapshot) =>
    ['finding', 'opening', 'acting'].some((state) => snapshot.matches(state as 'finding')),
  );
  const { found, order, refusal, isDone } = context;
  const open = (orderCode: string) => desk.send({ type: 'order.open', orderCode });
  return (
    <div className={styles.stack}>
      <h1>{words.deskTitle}</h1>
      <section className={styles.card}>
        <ActForm
          button={words.find}
          isBusy={isBusy}
          onSend={(given) => desk.send({ type: 'find', query: given('query') })}
        >
          <TextField name="query" label={words.findField} autoComplete="off" />
        </ActForm>
      </section>
      <Notice problem={refusal?.problem ?? null} sentence={refusal?.sentence ?? ''} />
      <p role="status" className={styles.good}>
        {isDone && !isBusy ? words.done : ''}
      </p>
      {order === null ? (
        <>
          <FoundOrders found={found} onOpen={open} />
          <Worklist call={call} onEnded={onEnded} onOpen={open} />
        </>
      ) : (
        <DeskOrderView
          order={order}
          self={self}
          isBusy={isBusy}
          onAct={(act) => desk.send({ type: 'act', act })}
          onClose={() => desk.send({ type: 'order.close' })}
        />
      )}
    </div>
  );
}

function FoundOrders(props: {
  readonly found: readonly FoundOrder[] | null;
  readonly onOpen: (orderCode: string) => void;
}): ReactNode {
  const words = useWords();
  if (props.found === null) return null;
  if (props.found.length === 0) return <p role="status">{words.nothingFound}</p>;
  return (
    <ul className={styles.list}>
      {props.found.map(({ order_code, event_name, buyer_name, buyer_email, status, places }) => (
        <li key={order_code}>
          <button type="button" className={styles.found} onClick={() => props.onOpen(order_code)}>
            <strong>{order_code}</strong> {event_name} · {places.join(', ')}
            <br />
            <span className={styles.soft}>
              {buyer_name} · {buyer_email} · {words.orderStates[status] ?? status}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
