import { useSelector } from '@xstate/react';
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
import { useCode } from './use-code.ts';
import { VerifyCodeView } from './verify-code.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

type OtpSnapshot = SnapshotFrom<typeof otpMachine>;

const selectVariant = ({ context }: OtpSnapshot) => context.variant;
const selectEmail = ({ context }: OtpSnapshot) => context.email;
const selectIsChecking = (snapshot: OtpSnapshot) => snapshot.matches('checkingStatus');

function CodeEntry({ otp }: { readonly otp: ActorRefFrom<typeof otpMachine> }) {
  const code = useCode(otp);
  const isChecking = useSelector(otp, selectIsChecking);
  return (
    <VerifyCodeView
      {...code}
      phase={isChecking ? 'checking' : code.phase}
      variant={useSelector(otp, selectVariant)}
      email={useSelector(otp, selectEmail)}
      onSubmit={(digits) => otp.send({ type: 'otp.submit', code: digits })}
    />
  );
}

const selectSignedOut = (snapshot: RootSnapshot) =>
  snapshot.matches({ place: { verifying: 'signedOut' } });
const selectLoginPath = ({ context }: RootSnapshot) =>
  pathOf({ name: 'login', returnTo: codeReturnTo(context.screen) });
const selectProving = (snapshot: RootSnapshot) =>
  snapshot.matches({ place: { verifying: 'proving' } });

/** /verify and /verify-code (§2.432). */
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
