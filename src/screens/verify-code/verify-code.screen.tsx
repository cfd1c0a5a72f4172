import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { codeReturnTo } from '../../../machines/root/root.rules.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { pathOf } from '../../app/routing/paths.ts';
import { useText, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { AuthPage } from '../login/auth-page.tsx';
import { AuthSkeleton } from '../login/auth-skeleton.tsx';
import {
  codeDeadline,
  type OtpSnapshot,
  resendMoment,
  selectContext,
  selectIsRunning,
  selectResend,
} from './otp-reading.ts';
import { VerifyCodeView } from './verify-code.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

function selectPhase(snapshot: OtpSnapshot) {
  if (snapshot.matches({ entry: 'checkingStatus' })) return 'checking';
  if (snapshot.matches({ entry: 'entering' })) return 'entering';
  if (snapshot.matches({ entry: 'submitting' })) return 'submitting';
  if (snapshot.matches({ entry: 'expired' })) return 'expired';
  return 'verified';
}

function CodeEntry({ otp }: { readonly otp: ActorRefFrom<typeof otpMachine> }) {
  const { variant, email, error, clearings, grant } = useSelector(otp, selectContext);
  const phase = useSelector(otp, selectPhase);
  const resend = useSelector(otp, selectResend);
  const isRunning = useSelector(otp, selectIsRunning);
  const deadline = useMemo(
    () => codeDeadline(grant, isRunning, performance.now()),
    [grant, isRunning],
  );
  const resendAt = useMemo(() => resendMoment(grant, performance.now()), [grant]);
  return (
    <VerifyCodeView
      variant={variant === 'simple' ? 'simple' : 'full'}
      email={email}
      phase={phase}
      error={error}
      clearings={clearings}
      deadline={deadline}
      resend={resend}
      resendAt={resendAt}
      onEdit={() => otp.send({ type: 'otp.edit' })}
      onSubmit={(code) => otp.send({ type: 'otp.submit', code })}
      onResend={() => otp.send({ type: 'otp.resend' })}
      onLeave={() => otp.send({ type: 'otp.leave' })}
    />
  );
}

const selectSignedOut = (snapshot: RootSnapshot) =>
  snapshot.matches({ place: { verifying: 'signedOut' } });
const selectLoginPath = ({ context }: RootSnapshot) =>
  pathOf({ name: 'login', returnTo: codeReturnTo(context.screen) });
const selectProving = (snapshot: RootSnapshot) =>
  snapshot.matches({ place: { verifying: 'proving' } });

/** /verify and /verify-code (§2, ruling 1.1-G). */
export default function VerifyCodeScreen() {
  const t = useText();
  const otp = useFlow('otp');
  const signedOut = useRootSelector(selectSignedOut);
  const proving = useRootSelector(selectProving);
  const loginPath = useRootSelector(selectLoginPath);
  return (
    <AuthPage title={t('otp.title')} {...(signedOut && { intro: t('verify.signedOutText') })}>
      {signedOut ? (
        <Alert
          tone="info"
          action={
            <ButtonLink to={loginPath}>
              <Words of="otp.backToLogin" />
            </ButtonLink>
          }
        >
          {t('verify.signedOut')}
        </Alert>
      ) : proving ? (
        <Alert tone="success">{t('otp.success')}</Alert>
      ) : otp === null ? (
        <AuthSkeleton />
      ) : (
        <CodeEntry otp={otp} />
      )}
    </AuthPage>
  );
}
