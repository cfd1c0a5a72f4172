import TicketPercent from 'lucide-react/icons/ticket-percent';
import X from 'lucide-react/icons/x';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type MachineText, Said, useText } from '../../text/translate.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './seat-panel.module.css';

/** State of the voucher in the flow. */
export interface VoucherState {
  /** False once the sign-in has ended: the page says so instead of sending a call (§5.34). */
  readonly isSignedIn: boolean;
  readonly isChecking: boolean;
  /** The applied voucher; null without one. */
  readonly applied: { readonly code: string; readonly discount: number } | null;
  readonly error: MachineText | null;
  /** False while the order is being created, and once the session has ended. */
  readonly canChange: boolean;
  /** The flow decides. */
  readonly canApply: (code: string) => boolean;
  readonly onApply: (code: string) => void;
  /** The buyer edits the code: clears the message about the previous one. */
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Entry of a voucher code, or the one that is applied (§5.32). */
export function Voucher(props: VoucherState) {
  const { isSignedIn, isChecking, applied, canChange, canApply, onApply, onEdit, onRemove } = props;
  const t = useText();
  const [code, setCode] = useState('');
  const [isTriedSignedOut, setIsTriedSignedOut] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const hasCode = applied !== null && !isChecking;
  const wasShown = useRef(hasCode);
  useEffect(() => {
    // The pressed button has disappeared, so the focus moves nearby.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && wasShown.current !== hasCode) box.current?.focus();
    wasShown.current = hasCode;
  }, [hasCode]);
  const typed = code.trim().toUpperCase();
  const isReady = typed !== '' && isSignedIn && !isChecking && canApply(typed);
  const error: MachineText | null =
    isTriedSignedOut && !isSignedIn ? { key: 'voucher.signIn' } : props.error;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onApply(typed);
  };
  // A browser does not submit while the button is disabled, so Enter is handled here.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') setIsTriedSignedOut(!isSignedIn && typed !== '');
  };
  const said = applied === null ? '' : t('voucher.applied', { code: applied.code });

  return (
    <div ref={box} tabIndex={-1}>
      <LiveRegion message={said || (error === null ? '' : t.said(error))} />
      {hasCode ? (
        <div className={styles.applied}>
          <TicketPercent aria-hidden="true" />
          <span>
            <span>{t('voucher.applied', { code: applied.code })}</span>
            <br />
            <Money amount={-applied.discount} />
          </span>
          <IconButton
            label={t('voucher.remove', { code: applied.code })}
            disabled={!canChange}
            onClick={onRemove}
          >
            <X />
          </IconButton>
        </div>
      ) : (
        <form className={styles.voucherForm} onSubmit={submit} noValidate>
          <TextField
            label={t('voucher.label')}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            readOnly={!canChange}
            onKeyDown={onKeyDown}
            error={error !== null && <Said text={error} />}
            onChange={(event) => {
              setCode(event.target.value.toUpperCase());
              onEdit();
            }}
          />
          <Button
            type="submit"
            variant="secondary"
            busy={isChecking}
            disabled={!isChecking && !isReady}
          >
            {isChecking ? t('voucher.applying') : t('voucher.apply')}
          </Button>
        </form>
      )}
    </div>
  );
}
