import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clock } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import styles from './verify-code.module.css';

/** State of the resend button. */
export type Resend = 'unknown' | 'ready' | 'coolingDown' | 'sending' | 'dailyLimitReached';

interface CodeBoxes {
  readonly code: string;
  readonly setCode: (digits: string) => void;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** State of the six boxes. They are cleared whenever `clearings` increases, and take the focus from a button that becomes disabled. */
export function useCodeBoxes(clearings: number): CodeBoxes {
  const [code, setCode] = useState('');
  const [shownClearings, setShownClearings] = useState(clearings);
  const firstClearings = useRef(clearings);
  const input = useRef<HTMLInputElement>(null);
  if (shownClearings !== clearings) {
    setShownClearings(clearings);
    setCode('');
  }
  useEffect(() => {
    if (clearings > firstClearings.current) input.current?.focus();
  }, [clearings]);
  useLayoutEffect(() => {
    // The pressed button is disabled now, so the boxes take its focus.
    if (document.activeElement?.matches(':disabled')) input.current?.focus();
  });
  return { code, setCode, input };
}

/** Remaining life of the code, in minutes and seconds (§2.430). */
export function CodeClock({ deadline }: { readonly deadline: number }) {
  const t = useText();
  return (
    <>
      <span>{t('otp.remaining')}</span>
      <Countdown deadline={deadline} format="mm:ss" label={t('otp.remaining')} />
    </>
  );
}

/** Seconds until another code may be requested, updated each second. */
function ResendClock({ until }: { readonly until: number }) {
  const t = useText();
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return t('otp.resendIn', { time: clock(until - performance.now(), 'm:ss') });
}

interface ResendButtonProps {
  readonly resend: Resend;
  /** Monotonic milliseconds from which another code may be requested; null while unknown. */
  readonly resendAt: number | null;
  /** True without a valid code: requesting another one is the next step. */
  readonly isNext: boolean;
  readonly onResend: () => void;
}

/** Requests another code; disabled during the cooldown, replaced by a note once the daily limit is reached (§2.431). */
export function ResendButton(props: ResendButtonProps) {
  const { resend, resendAt, isNext, onResend } = props;
  const t = useText();
  const note = useRef<HTMLParagraphElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    // The note has replaced the pressed button.
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
      variant={isNext ? 'secondary' : 'ghost'}
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
