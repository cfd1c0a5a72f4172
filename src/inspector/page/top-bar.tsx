import { useRef, useState } from 'react';
import type { LogFile, Moment, WireRecord } from '../wire.ts';
import { largestFile, logFileName, logText, readLog } from './log-file.ts';
import type { Run } from './page-line.ts';
import styles from './top-bar.module.css';
import { clockTime } from './words.ts';

interface TopBarProps {
  readonly runs: readonly Run[];
  readonly run: Run | null;
  readonly log: {
    readonly startedAt: number;
    readonly base: Moment;
    readonly records: readonly WireRecord[];
  } | null;
  /** Name of the file that is shown instead of an app. */
  readonly imported: string | null;
  readonly onChooseRun: (run: string) => void;
  readonly onImport: (name: string, log: LogFile) => void;
  readonly onCloseImport: () => void;
}

/** Selects the app, and imports or exports its log. */
export function TopBar(props: TopBarProps) {
  const { runs, run, log, imported } = props;
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const readFile = async (chosen: File) => {
    const reading =
      chosen.size > largestFile
        ? ({ ok: false, why: 'The file is too large for a log.' } as const)
        : readLog(await chosen.text());
    setProblem(reading.ok ? null : `${chosen.name}: ${reading.why}`);
    if (reading.ok) props.onImport(chosen.name, reading.log);
  };

  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>Inspector</h1>
      {imported === null ? (
        <AppChoice runs={runs} run={run} onChoose={props.onChooseRun} />
      ) : (
        <p className={styles.imported}>
          <span className={styles.badge}>Imported, read-only</span> {imported}
          <button type="button" className={styles.button} onClick={props.onCloseImport}>
            Close the log
          </button>
        </p>
      )}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.button}
          disabled={log === null || log.records.length === 0}
          onClick={() => log && download(logText(log, new Date()), logFileName(new Date()))}
        >
          Export
        </button>
        <button type="button" className={styles.button} onClick={() => file.current?.click()}>
          Import
        </button>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          aria-label="Log to import"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            // So that the tester can choose the same file again after a correction.
            event.target.value = '';
            if (chosen !== undefined) void readFile(chosen);
          }}
        />
      </div>
    </header>
  );
}

function AppChoice(props: {
  readonly runs: readonly Run[];
  readonly run: Run | null;
  readonly onChoose: (run: string) => void;
}) {
  const { runs, run } = props;
  if (run === null) {
    return (
      <p className={styles.status}>
        <span className={styles.dot} data-tone="off" aria-hidden="true" />
        Waiting for an app: open one in this browser with <code>?inspect</code>
      </p>
    );
  }
  const tabs = [...new Set(runs.map(({ tab }) => tab))].reverse();
  return (
    <p className={styles.status}>
      <span className={styles.dot} data-tone={run.isLive ? 'on' : 'off'} aria-hidden="true" />
      <select
        className={styles.select}
        aria-label="App"
        value={run.run}
        onChange={(event) => props.onChoose(event.target.value)}
      >
        {runs.map((one) => (
          <option key={one.run} value={one.run}>
            {`Tab ${tabs.indexOf(one.tab) + 1}, since ${clockTime(one.startedAt).slice(0, 8)}${one.isLive ? '' : ' (left)'}`}
          </option>
        ))}
      </select>
    </p>
  );
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file in a later task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
