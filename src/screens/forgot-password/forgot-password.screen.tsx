import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import { useFlow } from '../../app/actor-context.tsx';
import { useText } from '../../text/translate.ts';
import { AuthPage } from '../login/auth-page.tsx';
import { AuthSkeleton } from '../login/auth-skeleton.tsx';
import {
  codeDeadline,
  type OtpSnapshot,
  resendMoment,
  selectContext,
  selectIsRunning,
  selectResend,
} from '../verify-code/otp-reading.ts';
import { AskCodeView, ResetView } from './forgot-password.view.tsx';

function selectPhase(snapshot: OtpSnapshot) {
  if (snapshot.matches({ entry: 'asking' })) return 'asking';
  if (snapshot.matches({ entry: 'requesting' })) return 'requesting';
  if (snapshot.matches({ entry: 'entering' })) return 'entering';
  if (snapshot.matches({ entry: 'resetting' })) return 'submitting';
  if (snapshot.matches({ entry: 'expired' })) return 'expired';
  return 'verified';
}

const selectIsAsked = (snapshot: OtpSnapshot | undefined) =>
  snapshot !== undefined && !['asking', 'requesting'].includes(selectPhase(snapshot));

function Reset({ otp }: { readonly otp: ActorRefFrom<typeof otpMachine> }) {
  const { email, error, clearings, grant } = useSelector(otp, selectContext);
  const phase = useSelector(otp, selectPhase);
  const resend = useSelector(otp, selectResend);
  const isRunning = useSelector(otp, selectIsRunning);
  const deadline = useMemo(
    () => codeDeadline(grant, isRunning, performance.now()),
    [grant, isRunning],
  );
  const resendAt = useMemo(() => resendMoment(grant, performance.now()), [grant]);
  const onEdit = () => otp.send({ type: 'otp.edit' });
  const onLeave = () => otp.send({ type: 'otp.leave' });
  if (phase === 'asking' || phase === 'requesting') {
    return (
      <AskCodeView
        email={email}
        busy={phase === 'requesting'}
        error={error}
        onEdit={onEdit}
        onAsk={(address) => otp.send({ type: 'otp.ask', email: address })}
        onLeave={onLeave}
      />
    );
  }
  return (
    <ResetView
      email={email ?? ''}
      phase={phase}
      error={error}
      clearings={clearings}
      deadline={deadline}
      resend={resend}
      resendAt={resendAt}
      onEdit={onEdit}
      onSubmit={(code, password) => otp.send({ type: 'otp.submit', code, password })}
      onResend={() => otp.send({ type: 'otp.resend' })}
      onChangeEmail={() => otp.send({ type: 'otp.changeEmail' })}
      onLeave={onLeave}
    />
  );
}

/** /forgot-password: a new password by e-mailed code. */
export default function ForgotPasswordScreen() {
  const t = useText();
  const otp = useFlow('otp');
  const isAsked = useSelector(otp ?? undefined, selectIsAsked);
  return (
    <AuthPage title={t('forgot.title')} {...(!isAsked && { intro: t('forgot.intro') })}>
      {otp === null ? <AuthSkeleton /> : <Reset otp={otp} />}
    </AuthPage>
  );
}
