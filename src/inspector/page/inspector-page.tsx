import { useMemo, useState, useSyncExternalStore } from 'react';
import { momentAfter, rowsOf, stateWords } from '../timeline.ts';
import type { ActorView, LogFile, Moment } from '../wire.ts';
import { ActorTree } from './actor-tree.tsx';
import { Chart } from './chart.tsx';
import { ContextTree } from './context-tree.tsx';
import { EventLog } from './event-log.tsx';
import styles from './inspector-page.module.css';
import { LabStrip } from './lab-strip.tsx';
import type { PageLine, Run } from './page-line.ts';
import { Steering } from './steering.tsx';
import { TopBar } from './top-bar.tsx';

/** Flows of a page, selected while they run. */
const flows = ['otp', 'passwordReset', 'queue', 'seatDraft', 'orderForm', 'payment'];

/** The flow that the buyer is in, the sign-in where its form is open, else the root. */
function actorToFollow(moment: Moment): string | null {
  const machines = Object.values(moment.actors).filter(({ machine }) => machine !== null);
  const isSigningIn = ({ machine, value }: ActorView) =>
    machine === 'auth' && /anonymous\.(?:login|register)/.test(stateWords(value));
  const flow = [...machines]
    .reverse()
    .find(
      (actor) =>
        actor.status === 'active' && (flows.includes(actor.machine ?? '') || isSigningIn(actor)),
    );
  return (flow ?? machines.find(({ parentId }) => parentId === null))?.sessionId ?? null;
}

/** The inspector page. It shows one moment of one log: the newest of a running app, or the selected one. */
export function InspectorPage({ line }: { readonly line: PageLine }) {
  const runs = useSyncExternalStore(line.subscribe, line.runs);
  const [chosenRun, chooseRun] = useState<string | null>(null);
  const [imported, setImported] = useState<{ readonly name: string; readonly log: LogFile } | null>(
    null,
  );
  const [pinned, pin] = useState<string | null>(null);
  const [picked, pick] = useState<number | null>(null);

  const run: Run | null = runs.find((one) => one.run === chosenRun) ?? newest(runs);
  const log = imported?.log ?? run;
  const rows = useMemo(() => (log === null ? [] : rowsOf(log.base, log.records)), [log]);
  const row = picked === null ? undefined : rows.find(({ seq }) => seq === picked);
  const upTo = row?.upTo ?? log?.records.length ?? 0;
  const moment = useMemo<Moment>(
    () => (log === null ? { actors: {} } : momentAfter(log.base, log.records.slice(0, upTo))),
    [log, upTo],
  );

  const wanted = pinned !== null && moment.actors[pinned] ? pinned : actorToFollow(moment);
  const actor: ActorView | null = (wanted !== null && moment.actors[wanted]) || null;
  const isNow = imported === null && row === undefined && run?.isLive === true;
  const forget = () => {
    pin(null);
    pick(null);
  };

  return (
    <div className={styles.page}>
      <TopBar
        runs={runs}
        run={run}
        log={log}
        imported={imported?.name ?? null}
        onChooseRun={(chosen) => {
          chooseRun(chosen);
          forget();
        }}
        onImport={(name, file) => {
          setImported({ name, log: file });
          forget();
        }}
        onCloseImport={() => {
          setImported(null);
          forget();
        }}
      />
      <LabStrip moment={moment} isNow={isNow} />
      <main className={styles.panes}>
        <ActorTree
          moment={moment}
          selected={actor?.sessionId ?? null}
          isFollowing={pinned === null}
          onSelect={pin}
          onFollow={() => pin(null)}
        />
        <Chart actor={actor} />
        <aside className={styles.side} aria-label="Selected actor">
          <Steering
            actor={actor}
            offer={
              isNow ? (run.offers.find((one) => one.sessionId === actor?.sessionId) ?? null) : null
            }
            whyNot={whyNot(imported !== null, row !== undefined, run)}
            onSend={(event) => run && actor && line.send(run.run, actor.sessionId, event)}
            onFire={(delay) => run && actor && line.fire(run.run, actor.sessionId, delay)}
          />
          <ContextTree actor={actor} />
        </aside>
        <EventLog rows={rows} picked={row?.seq ?? null} onPick={pick} />
      </main>
    </div>
  );
}

function newest(runs: readonly Run[]): Run | null {
  return runs.find(({ isLive }) => isLive) ?? runs[0] ?? null;
}

/** Why the tester cannot send events; null if they can. */
function whyNot(isImported: boolean, isPast: boolean, run: Run | null): string | null {
  if (isImported) return 'An imported log is read-only.';
  if (isPast) return 'This is a past moment. Press Live to steer the app again.';
  if (run === null) return 'No app is connected.';
  return run.isLive ? null : 'This page of the app was left.';
}
