import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './gate.module.css';
import { useWords } from './words/words-context.ts';

/** Removes the pass from a device after a confirmation; disabled until every entry is uploaded. */
export function LeaveDoor(props: {
  readonly isAllSynced: boolean;
  readonly onLeave: () => void;
}): ReactNode {
  const words = useWords();
  const [isSure, setSure] = useState(false);
  if (!isSure) {
    return (
      <div className="stack gap-2">
        <button
          type="button"
          className={styles.choice}
          disabled={!props.isAllSynced}
          onClick={() => setSure(true)}
        >
          <LogOut />
          {words.leave}
        </button>
        {!props.isAllSynced && <p className={styles.soft}>{words.leaveWait}</p>}
      </div>
    );
  }
  return (
    <div className="stack gap-2">
      <p role="status">{words.leaveHint}</p>
      <button type="button" className={styles.main} onClick={props.onLeave}>
        {words.leaveSure}
      </button>
      <button type="button" className={styles.choice} onClick={() => setSure(false)}>
        {words.cancel}
      </button>
    </div>
  );
}
