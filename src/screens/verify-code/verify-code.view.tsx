import type { ScreenText } from '../../../machines/shared/screen-text.ts';
import { DemoEmails } from '../../app/shell/demo-emails.tsx';
import { DemoPart } from '../../sample/demo-part.tsx';
import { maskEmail } from '../../text/format.ts';
import { Said, type TextKey, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { CodeClock, ResendButton, useCodeBoxes } from './code-parts.tsx';
import type { CodeProps } from './use-code.ts';
import styles from './verify-code.module.css';

interface VerifyCodeViewProps extends Omit<CodeProps, 'phase'> {
  readonly variant: 'full' | 'simple';
  readonly email: string | null;
  readonly phase: CodeProps['phase'] | 'checking';
  readonly onSubmit: (code: string) => void;
}

/** The texts of the simple page that differ from those of the full page (§2.432). */
const simpleTexts: { readonly [K in TextKey]?: TextKey } = {
  'otp.incomplete': 'otp.simpleIncomplete',
  'otp.invalid': 'otp.simpleInvalid',
  'otp.resendFailed': 'otp.simpleResendFailed',
};

function textOn(variant: 'full' | 'simple', text: ScreenText<TextKey>): ScreenText<TextKey> {
  if (variant === 'full' || !('key' in text)) return text;
  return { key: simpleTexts[text.key] ?? text.key };
}

/** Six boxes for the e-mailed code (§2.430, §4.86). */
export function VerifyCodeView(props: VerifyCodeViewProps) {
  const { variant, email, phase, error, clearings, deadline, resend, resendAt } = props;
  const { onEdit, onSubmit, onResend, onLeave } = props;
  const t = useText();
  const { code, setCode, input } = useCodeBoxes(clearings);
  const entering = phase === 'entering';
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (entering) onSubmit(code);
      }}
    >
      <p className={styles.intro}>
        {email === null ? t('otp.introNoEmail') : t('otp.intro', { email: maskEmail(email) })}
      </p>
      <DemoPart place="code" />
      <DemoEmails />
      {phase === 'verified' && <Alert tone="success">{t('otp.success')}</Alert>}
      <CodeInput
        ref={input}
        label={t('otp.label')}
        value={code}
        disabled={phase === 'checking'}
        // Read-only, because a disabled field loses the focus.
        readOnly={!entering}
        aria-disabled={phase === 'expired' || phase === 'verified' || undefined}
        onChange={(digits) => {
          setCode(digits);
          onEdit();
        }}
        onComplete={(digits) => entering && onSubmit(digits)}
        onKeyDown={(event) => {
          // A disabled button stops Enter from submitting, so this shows the error of an incomplete code (§5.15).
          if (event.key === 'Enter' && entering && code.length < 6) onSubmit(code);
        }}
      />
      {error !== null && phase !== 'verified' && (
        <Alert tone="danger">
          <Said text={textOn(variant, error)} />
        </Alert>
      )}
      <p className={styles.clock}>
        {deadline !== null && phase !== 'verified' && <CodeClock deadline={deadline} />}
      </p>
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
        {phase !== 'verified' && (
          <ResendButton
            resend={resend}
            resendAt={resendAt}
            isNext={phase === 'expired'}
            onResend={onResend}
          />
        )}
        {variant === 'full' && <p className={styles.note}>{t('verify.spam')}</p>}
        <Button variant="ghost" disabled={phase === 'verified'} onClick={onLeave}>
          <Words of="otp.backToLogin" />
        </Button>
      </div>
    </form>
  );
}
