import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { Ending } from '../../../machines/shared/ending.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useRoot, useRootSelector } from '../actor-context.tsx';
import { fateOf, nextOf, titleOf } from '../flows/ending-words.ts';
import styles from './farewell-notice.module.css';

/** Notice of an ended session on the next page: why it ended, what happened to seats and money, and the next step. */
export function FarewellView(props: { readonly ending: Ending; readonly onRead: () => void }) {
  const { ending, onRead } = props;
  const t = useText();
  const fate = fateOf(ending);
  const title = titleOf(ending, t);
  return (
    <div className={`page ${styles.notice}`} data-farewell={ending.reason}>
      <Alert
        tone={ending.reason === 'left' ? 'info' : 'warning'}
        live="status"
        title={ending.eventName === null ? title : `${ending.eventName}: ${title}`}
        action={
          <Button variant="secondary" size="s" onClick={onRead}>
            {t('ended.read')}
          </Button>
        }
      >
        {fate !== null && <Words of={fate} />} <Words of={nextOf(ending)} />
      </Alert>
    </div>
  );
}

const selectFarewell = ({ context }: SnapshotFrom<typeof rootMachine>) => context.farewell;

/** Shown above the content of every page outside the purchase until the buyer dismisses it. */
export function FarewellNotice() {
  const root = useRoot();
  const ending = useRootSelector(selectFarewell);
  if (ending === null) return null;
  return <FarewellView ending={ending} onRead={() => root.send({ type: 'farewell.dismiss' })} />;
}
