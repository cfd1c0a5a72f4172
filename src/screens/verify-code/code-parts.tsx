import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clock } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import styles from './verify-code.module.css';

/** What asking for another code looks like. */
export type Resend = 'unknown' | 'ready' | 'coolingDown' | 'sending' | 'dailyLimitReached';

interface CodeBoxes {
  readonly code: string;
  readonly setCode: (digits: string) => void;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** What stands in the six boxes. They are emptied whenever `clearings` rises, and take over the focus of a button that goes dead. */
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
    // The button that was pressed takes no keys any more; a browser would drop the focus with it.
    if (document.activeElement?.matches(':disabled')) input.current?.focus();
  });
  return { code, setCode, input };
}

/** How long the code lives, in minutes and seconds (§4). */
export function CodeClock({ deadline }: { readonly deadline: number }) {
  const t = useText();
  return (
    <p className={styles.clock}>
      <span>{t('otp.remaining')}</span>
      <Countdown deadline={deadline} format="mm:ss" label={t('otp.remaining')} />
    </p>
  );
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

interface ResendButtonProps {
  readonly resend: Resend;
  /** Monotonic milliseconds at which another code may be asked for; null when that is not known. */
  readonly resendAt: number | null;
  /** No code is alive: another one is the only way on. */
  readonly isNext: boolean;
  readonly onResend: () => void;
}

/** Asks for another code; waits out the cooldown, and gives way to a note when the day has no codes left (§9). */
export function ResendButton(props: ResendButtonProps) {
  const { resend, resendAt, isNext, onResend } = props;
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
