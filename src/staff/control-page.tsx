import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import type { ControlFigures } from '../../contract/staff/control.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';
import { longDate, rupiah } from '../text/format.ts';
import { Acts } from './control-acts.tsx';
import { Notice } from './parts.tsx';
import { WaitingPlot } from './plot.tsx';
import styles from './staff.module.css';
import { wireControl } from './wire.ts';
import { useWords } from './words/words-context.ts';

interface ControlPageProps {
  readonly call: PlainCall;
  readonly self: StaffSelf;
  readonly slug: string;
  readonly onEnded: () => void;
}

const number = new Intl.NumberFormat('id-ID');

/** The control room of one event: figures on top, acts below. */
export function ControlPage({ call, self, slug, onEnded }: ControlPageProps): ReactNode {
  const words = useWords();
  const [machine] = useState(() => wireControl(call));
  const control = useActorRef(machine, { input: { slug } });
  useEffect(() => {
    const heard = control.on('session.ended', onEnded);
    return () => heard.unsubscribe();
  }, [control, onEnded]);
  const figures = useSelector(control, ({ context }) => context.figures);
  const past = useSelector(control, ({ context }) => context.past);
  const place = useSelector(control, (snapshot) => {
    if (snapshot.matches({ figures: 'unknown' })) return 'unknown';
    if (snapshot.matches({ figures: 'forbidden' })) return 'forbidden';
    return snapshot.matches({ figures: 'stale' }) ? 'stale' : 'live';
  });
  if (place === 'unknown') return <p role="alert">{words.unknownEvent}</p>;
  if (place === 'forbidden') return <p role="alert">{words.forbidden}</p>;
  if (figures === null) {
    return place === 'stale' ? (
      <Notice problem="unreachable" />
    ) : (
      <p role="status">{words.opening}</p>
    );
  }
  const time = new Date(figures.at).toLocaleTimeString(words.lang);
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <h1>{words.controlTitle(figures.name)}</h1>
        <p className={styles.badge} data-state={figures.sale}>
          {words.sale[figures.sale] ?? figures.sale}
        </p>
      </div>
      <p>
        {figures.night && `${figures.night} · `}
        {words.moment(figures.starts_at)}
      </p>
      <p role="status" className={place === 'stale' ? styles.wrong : styles.soft}>
        {place === 'stale' ? words.stale(time) : `${words.live} · ${time}`}
      </p>
      <Figures figures={figures} />
      <WaitingPlot points={past} />
      <Acts {...{ control, figures, self, call, onEnded }} />
      <Tables figures={figures} />
    </div>
  );
}

function Figures({ figures }: { readonly figures: ControlFigures }): ReactNode {
  const words = useWords();
  const { people, money, letters } = figures;
  const rows: readonly (readonly [string, string])[] = [
    [words.waiting, number.format(people.waiting)],
    [words.heard, number.format(people.heard)],
    [words.letIn, number.format(people.let_in)],
    [words.choosing, number.format(people.choosing)],
    [words.paying, number.format(people.paying)],
    [words.orders, number.format(money.orders)],
    [words.received, rupiah(money.received)],
    [words.refundsOwed, `${number.format(money.refunds_owed)} · ${rupiah(money.rupiah_owed)}`],
    [
      words.letters,
      `${number.format(letters.waiting)} · ${words.secondsAgo(letters.oldest_seconds)}`,
    ],
    [words.lettersFailed, number.format(letters.failed)],
  ];
  return (
    <dl className={styles.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tables({ figures }: { readonly figures: ControlFigures }): ReactNode {
  const words = useWords();
  return (
    <>
      <Table
        title={words.categories}
        heads={[words.category, words.sold, words.held, words.free, words.heldBack]}
        rows={figures.categories.map(({ name, sold, held, free, held_back }) => [
          name,
          ...[sold, held, free, held_back].map((count) => number.format(count)),
        ])}
      />
      <Table
        title={words.days}
        heads={[words.day, words.orders, words.tickets, words.received]}
        rows={(figures.days ?? []).map(({ day, orders, tickets, received }) => [
          longDate(Date.parse(day), words.lang),
          number.format(orders),
          number.format(tickets),
          rupiah(received),
        ])}
      />
      <Table
        title={words.methods}
        heads={[words.method, words.pending, words.completed, words.failed, words.failedShare]}
        rows={figures.methods.map(({ name, is_on, pending, completed, failed }) => {
          const ended = completed + failed;
          const share = ended === 0 ? '–' : `${Math.round((100 * failed) / ended)} %`;
          const label = is_on ? name : `${name} (${words.off})`;
          return [label, ...[pending, completed, failed].map((n) => number.format(n)), share];
        })}
      />
      <Table
        title={words.gateways}
        heads={[words.gateways, words.lastNotice, words.unread]}
        rows={figures.gateways.map(({ name, last_notice_seconds, unread }) => [
          name,
          last_notice_seconds === null ? words.never : words.secondsAgo(last_notice_seconds),
          number.format(unread),
        ])}
      />
      {figures.queues.length > 0 && (
        <Table
          title={words.queues}
          heads={[words.queue, words.due, words.oldest, words.dead]}
          rows={figures.queues.map(({ queue, due, oldest_seconds, dead, is_paused }) => [
            is_paused ? `${queue} (${words.paused})` : queue,
            number.format(due),
            words.secondsAgo(oldest_seconds),
            number.format(dead),
          ])}
        />
      )}
      {figures.calls.length > 0 && (
        <Table
          title={words.calls}
          heads={[words.calls, words.p95]}
          rows={figures.calls
            .slice(0, 10)
            .map(({ call, p95_ms }) => [call, `${number.format(p95_ms)} ms`])}
        />
      )}
    </>
  );
}

function Table(props: {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): ReactNode {
  return (
    <div className={styles.card}>
      <h2>{props.title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard on a narrow screen. */}
      <section className={styles.scroll} tabIndex={0} aria-label={props.title}>
        <table>
          <thead>
            <tr>
              {props.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map(([first = '', ...cells]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {cells.map((cell, index) => (
                  <td key={props.heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
