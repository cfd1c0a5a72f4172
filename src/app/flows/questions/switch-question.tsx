import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../../machines/root/root.machine.ts';
import type { SessionReading } from '../../../../machines/session/session.types.ts';
import { type MachineText, Said, type TextKey, useText } from '../../../text/translate.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Dialog } from '../../../ui/navigation/dialog.tsx';
import { useRoot, useRootSelector, useSlug } from '../../actor-context.tsx';
import { useShow } from '../../reads/queries.ts';
import { useWhen } from '../../when.ts';
import styles from './switch-question.module.css';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const selectReading = ({ context }: RootSnapshot) => context.reading;
const selectProblem = ({ context }: RootSnapshot) => context.exitProblem;
const selectBusy = (snapshot: RootSnapshot) => snapshot.matches({ place: 'releasing' });

interface SwitchQuestionProps {
  /** The live session of the other event. */
  readonly held: Pick<SessionReading, 'step' | 'eventName' | 'showAt'>;
  /** Name of the event that the buyer wants to enter; null while unknown. */
  readonly wanted: string | null;
  /** Start of the show that the buyer wants to enter; it tells two shows of one series apart. */
  readonly wantedAt?: string | null;
  /** Message of a release that failed. */
  readonly problem: MachineText | null;
  /** The server is ending the other session. */
  readonly busy: boolean;
  readonly onResume: () => void;
  readonly onRelease: () => void;
  readonly onClose: () => void;
}

/** What the buyer loses by leaving, by step. */
function costOf(step: SessionReading['step']): TextKey {
  if (step === 'queued') return 'switch.costQueue';
  return step === 'paymentProcessing' ? 'switch.costPayment' : 'switch.costSeats';
}

/** Dialog 'Anda masih punya tempat di A' (§4.34). */
export function SwitchQuestionView(props: SwitchQuestionProps) {
  const { held, wanted, wantedAt = null, problem, busy, onResume, onRelease, onClose } = props;
  const t = useText();
  const when = useWhen();
  const isSameName = held.eventName !== null && held.eventName === wanted;
  const named = (name: string, at: string | null) =>
    isSameName && at !== null ? t('switch.show', { event: name, ...when(at) }) : name;
  const name = held.eventName ?? t('switch.otherEvent');
  const other = named(name, held.showAt);
  const here = named(wanted ?? t('switch.thisEvent'), wantedAt);
  // The server voids the charge if the gateway allows; a charge that cannot be voided is the only reason to refuse (§7.61).
  const isPaying = held.step === 'paymentProcessing';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('switch.title', { event: other })}
      dismissible={!busy}
      actions={
        <div className={styles.choices}>
          <Button size="l" block disabled={busy} onClick={onResume}>
            {t('switch.resume', { event: other })}
          </Button>
          <Button size="l" block variant="secondary" busy={busy} onClick={onRelease}>
            {t('switch.release', { event: other, other: here })}
          </Button>
          <Button size="l" block variant="ghost" disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      }
    >
      {held.showAt !== null && <p>{t('switch.when', { event: name, ...when(held.showAt) })}</p>}
      <p>{t(costOf(held.step))}</p>
      {problem !== null && (
        <Alert tone="danger">{isPaying ? t('switch.paymentStays') : <Said text={problem} />}</Alert>
      )}
    </Dialog>
  );
}

/** Connects the dialog to the root machine. */
export function SwitchQuestion() {
  const root = useRoot();
  const reading = useRootSelector(selectReading);
  const wanted = useShow(useSlug()).data;
  const problem = useRootSelector(selectProblem);
  const busy = useRootSelector(selectBusy);
  if (reading === null) return null;
  return (
    <SwitchQuestionView
      held={reading}
      wanted={wanted?.name ?? null}
      wantedAt={wanted?.eventDate ?? null}
      problem={problem}
      busy={busy}
      onResume={() => root.send({ type: 'switch.resume' })}
      onRelease={() => root.send({ type: 'switch.release' })}
      onClose={() => root.send({ type: 'switch.close' })}
    />
  );
}
