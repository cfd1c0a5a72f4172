import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DemoPart } from '../../sample/demo-part.tsx';
import { clock, maskEmail } from '../../text/format.ts';
import { Said, useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/code-input.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import styles from './verify-code.module.css';

/** What asking for another code looks like. */
export type Resend = 'unknown' | 'ready' | 'coolingDown' | 'sending' | 'dailyLimitReached';

interface VerifyCodeViewProps {
  readonly variant: 'full' | 'simple';
  readonly email: string | null;
  readonly phase: 'checking' | 'entering' | 'submitting' | 'expired' | 'verified';
  readonly error: string | null;
  /** Rises when the boxes have to be emptied. */
  readonly clearings: number;
  /** Monotonic milliseconds; null when no code is alive. */
  readonly deadline: number | null;
  readonly resend: Resend;
  /** Monotonic milliseconds at which another code may be asked for; null when that is not known. */
  readonly resendAt: number | null;
  readonly onEdit: () => void;
  readonly onSubmit: (code: string) => void;
  readonly onResend: () => void;
  readonly onLeave: () => void;
}

/** Seconds to the moment another code may be asked for, redrawn each second. */
function ResendClock({ until }: { readonly until: number }) {
  const t = useText();
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return t('otp.resendIn', { time: clock(until - performance.now(), 'm:ss') });
}

function ResendButton(props: Pick<VerifyCodeViewProps, 'resend' | 'resendAt' | 'onResend'>) {
  const { resend, resendAt, onResend } = props;
  const t = useText();
  const note = useRef<HTMLParagraphElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    // The button that was pressed gives way to the note.
    if (wasSending.current && document.activeElement === document.body) note.current?.focus();
    wasSending.current = resend === 'sending';
  }, [resend]);
  if (resend === 'dailyLimitReached') {
    return (
      <p ref={note} tabIndex={-1} className={styles.note}>
        {t('otp.dailyLimit')}
      </p>
    );
  }
  return (
    <Button
      variant="ghost"
      disabled={resend === 'coolingDown' || resend === 'unknown'}
      busy={resend === 'sending'}
      onClick={onResend}
    >
      {resend === 'coolingDown' && resendAt !== null ? (
        <ResendClock until={resendAt} />
      ) : (
        t('otp.resend')
      )}
    </Button>
  );
}

/** Six boxes for the e-mailed code (§2, §4). */
export function VerifyCodeView(props: VerifyCodeViewProps) {
  const { variant, email, phase, error, clearings, deadline } = props;
  const { onEdit, onSubmit, onLeave } = props;
  const t = useText();
  const [code, setCode] = useState('');
  const [shownClearings, setShownClearings] = useState(clearings);
  const boxes = useRef<HTMLInputElement>(null);

  if (shownClearings !== clearings) {
    setShownClearings(clearings);
    setCode('');
  }
  useEffect(() => {
    if (clearings > 0) boxes.current?.focus();
  }, [clearings]);
  useLayoutEffect(() => {
    // The button that was pressed takes no keys any more; a browser would drop the focus with it.
    if (phase === 'expired' && document.activeElement?.matches(':disabled')) boxes.current?.focus();
  }, [phase]);

  const entering = phase === 'entering';
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (entering) onSubmit(code);
      }}
    >
      <p className={styles.intro}>
        {email === null ? t('otp.introNoEmail') : t('otp.intro', { email: maskEmail(email) })}
      </p>
      <DemoPart place="code" />
      {phase === 'verified' && <Alert tone="success">{t('otp.success')}</Alert>}
      <CodeInput
        ref={boxes}
        label={t('otp.label')}
        value={code}
        disabled={phase === 'checking'}
        // Disabled, they would drop the focus of whoever typed.
        readOnly={!entering}
        aria-disabled={phase === 'expired' || phase === 'verified' || undefined}
        onChange={(digits) => {
          setCode(digits);
          onEdit();
        }}
      />
      {error !== null && phase !== 'verified' && (
        <Alert tone="danger">
          <Said text={error} />
        </Alert>
      )}
      {deadline !== null && phase !== 'verified' && (
        <p className={styles.clock}>
          <span>{t('otp.remaining')}</span>
          <Countdown deadline={deadline} format="mm:ss" label={t('otp.remaining')} />
        </p>
      )}
      <Button
        type="submit"
        size="l"
        block
        disabled={code.length < 6 || phase === 'expired' || phase === 'checking'}
        busy={phase === 'submitting' || phase === 'verified'}
      >
        {t('otp.submit')}
      </Button>
      <div className={styles.foot}>
        <ResendButton {...props} />
        {variant === 'full' && <p className={styles.note}>{t('verify.spam')}</p>}
        <Button variant="ghost" disabled={phase === 'verified'} onClick={onLeave}>
          <Words of="otp.backToLogin" />
        </Button>
      </div>
    </form>
  );
}
