import { isEntrant } from '../../../../machines/queue/queue.line.ts';
import type { SessionReading } from '../../../../machines/session/session.types.ts';
import { type TextKey, useText, Words } from '../../../text/translate.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/navigation/dialog.tsx';

/** The session that may be given up. */
export type Held = Pick<SessionReading, 'step' | 'hasDraft' | 'entrant' | 'number'>;

/** Returns the sentence that names what the buyer loses. */
function costOf(held: Held): TextKey {
  switch (held.step) {
    case 'queued':
      return isEntrant(held) ? 'exit.costRoom' : 'exit.costQueue';
    case 'paymentProcessing':
      return 'exit.costPayment';
    default:
      return held.hasDraft ? 'exit.costSeats' : 'exit.costTurn';
  }
}

/** Asks before a press ends the session, as Back does: one slip of a thumb must not cost the place. */
export function ExitQuestion(props: {
  readonly held: Held;
  /** False while the session cannot be ended. */
  readonly canExit: boolean;
  readonly onStay: () => void;
  readonly onExit: () => void;
}) {
  const { held, canExit, onStay, onExit } = props;
  const t = useText();
  return (
    <Dialog
      open
      onClose={onStay}
      tone="alert"
      size="s"
      title={t('exit.title')}
      actions={
        <>
          <Button onClick={onStay}>{t('exit.stay')}</Button>
          <Button variant="secondary" disabled={!canExit} onClick={onExit}>
            {t('exit.go')}
          </Button>
        </>
      }
    >
      <p>
        <Words of={costOf(held)} />
      </p>
    </Dialog>
  );
}
