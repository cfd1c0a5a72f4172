import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useText } from '../../text/translate.ts';
import { useRootSelector } from '../actor-context.tsx';
import styles from './connecting-note.module.css';

const selectIsConnecting = (snapshot: SnapshotFrom<typeof rootMachine>) =>
  snapshot.matches({ place: 'connecting' });

/** Says on a page that waits for the account that the app is retrying by itself (§2.9). */
export function ConnectingNote() {
  const t = useText();
  const isConnecting = useRootSelector(selectIsConnecting);
  return (
    <p role="status" className={isConnecting ? `page ${styles.note}` : undefined}>
      {isConnecting && t('page.connecting')}
    </p>
  );
}
