import type { QuantityChoice } from '../../../machines/seat-draft/seat-draft.types.ts';
import { type MachineText, Said, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import styles from './seats.module.css';

/** An existing draft of the account, with its actions. */
export interface HeldDraft {
  /** Numbers of its seats. */
  readonly seats: readonly string[];
  /** Its standing places. */
  readonly quantities: readonly QuantityChoice[];
  /** False while it is not certain that the order was received. */
  readonly isMade: boolean;
  readonly isReleasing: boolean;
  readonly onContinue: () => void;
  readonly onRelease: () => void;
}

/** 'Kursi sedang Anda pesan': the buyer continues to the order form, or releases the seats and chooses again (§2.213). */
export function AskDraft(
  props: Omit<HeldDraft, 'isMade'> & { readonly error: MachineText | null },
) {
  const { seats, quantities, isReleasing, error, onContinue, onRelease } = props;
  const t = useText();
  const places = quantities.map(({ categoryName, count }) =>
    t('seats.quantity', { n: count, category: categoryName }),
  );
  const all = [...seats, ...places].join(', ');
  return (
    <Card className={styles.held ?? ''}>
      {error !== null && (
        <Alert tone="danger">
          <Said text={error} />
        </Alert>
      )}
      <p className={styles.heldSeats} role="status">
        {seats.length > 0
          ? t('seats.held', { seats: all })
          : t('seats.heldPlaces', { places: all })}
      </p>
      <p>{t('seats.heldWhat')}</p>
      <div className={styles.heldWays}>
        <Button size="l" aria-disabled={isReleasing} onClick={isReleasing ? undefined : onContinue}>
          {t('seats.heldContinue')}
        </Button>
        <Button size="l" variant="secondary" busy={isReleasing} onClick={onRelease}>
          {t('seats.heldRelease')}
        </Button>
      </div>
    </Card>
  );
}

/** Shown when only the read of the draft failed (§2.214). */
export function UnverifiedDraft(props: {
  readonly isMade: boolean;
  readonly error: MachineText | null;
  readonly onRetry: () => void;
}) {
  const { isMade, error, onRetry } = props;
  const t = useText();
  return (
    <Alert
      tone="warning"
      live="alert"
      title={error !== null && <Said text={error} />}
      action={
        <Button variant="secondary" size="s" onClick={onRetry}>
          {t('seats.lookAgain')}
        </Button>
      }
    >
      {t(isMade ? 'seats.heldUnseen' : 'seats.heldPerhaps')}
    </Alert>
  );
}
