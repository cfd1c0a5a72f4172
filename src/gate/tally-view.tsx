import { CloudOff, RefreshCw, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conflict, Tally } from '../../machines/gate/gate.types.ts';
import { localTime } from '../text/format.ts';
import styles from './gate.module.css';
import tally from './tally.module.css';
import { useWords } from './words/words-context.ts';

const timeOf = (instant: string) => localTime(Date.parse(instant));

/** Shows whether the device is connected, and the number of entries still to upload. */
export function SyncState(props: {
  readonly unsynced: number;
  readonly isOffline: boolean;
  readonly isRefused: boolean;
  readonly isSyncing: boolean;
  /** The page opens without network, because its files are cached. */
  readonly isKept: boolean;
  readonly onSync: () => void;
  readonly onNewPass: () => void;
}): ReactNode {
  const words = useWords();
  const { unsynced, isOffline, isRefused, isSyncing, isKept } = props;
  return (
    <section className={styles.card}>
      <div className={styles.syncLine}>
        <p role="status" className={styles.syncWords}>
          <strong>{unsynced === 0 ? words.allSynced : words.unsynced(unsynced)}</strong>
          {isKept && !isOffline && <span className={styles.soft}>{words.kept}</span>}
        </p>
        <button
          type="button"
          className={styles.choice}
          onClick={props.onSync}
          aria-disabled={isSyncing}
        >
          <RefreshCw />
          {isSyncing ? words.syncing : words.syncNow}
        </button>
      </div>
      {isRefused ? (
        <div className={styles.warning}>
          <p>{words.passEnded}</p>
          <button type="button" className={styles.choice} onClick={props.onNewPass}>
            {words.newPass}
          </button>
        </div>
      ) : (
        isOffline && (
          <p className={styles.warning}>
            <CloudOff />
            {words.offlineNote}
          </p>
        )
      )}
    </section>
  );
}

/** Lists admitted attendees whose ticket another entry counts for, until the end of the shift. */
export function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }): ReactNode {
  const words = useWords();
  const say = ({ seat, at, isRevoked, first }: Conflict) => {
    const place = seat ?? words.noSeat;
    if (isRevoked) return words.conflictRevoked(place, timeOf(at));
    return first === null
      ? words.conflictUnknown(place, timeOf(at))
      : words.conflict(place, timeOf(at), timeOf(first.at), first.door || words.anotherDoor);
  };
  return (
    <div role="alert" className={tally.attention}>
      {conflicts.length > 0 && (
        <section className={tally.conflicts}>
          <h2>
            <TriangleAlert />
            {words.conflictsTitle}
          </h2>
          <ul>
            {conflicts.map((conflict) => (
              <li key={conflict.scanId}>{say(conflict)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The latest scans of this device. */
export function Recent(props: {
  readonly recent: Tally['recent'];
  /** Null where the last scan has no entry that can be taken back. */
  readonly onUndo: (() => void) | null;
}): ReactNode {
  const words = useWords();
  const { recent, onUndo } = props;
  const [last] = recent;
  return (
    <section className={styles.card}>
      <h2>{words.recentTitle}</h2>
      {recent.length === 0 ? (
        <p className={styles.soft}>{words.recentNone}</p>
      ) : (
        <>
          {onUndo !== null && last !== undefined && (
            <button type="button" className={styles.choice} onClick={onUndo}>
              <Undo2 />
              {words.undo(last.seat ?? last.category ?? words.noSeat)}
            </button>
          )}
          <ol className={tally.recent}>
            {recent.map(({ scanId, at, verdict, seat, category }) => (
              <li key={scanId}>
                <span className={tally.mark} data-verdict={verdict}>
                  {words.verdict[verdict]}
                </span>
                <span>
                  {(verdict === 'wrongEvent'
                    ? [words.noSeat]
                    : [seat ?? (category === null ? words.noSeat : ''), category]
                  )
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <time dateTime={at}>{timeOf(at)}</time>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
