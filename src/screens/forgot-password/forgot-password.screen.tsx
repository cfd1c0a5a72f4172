import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { passwordResetMachine } from '../../../machines/password-reset/password-reset.machine.ts';
import { useFlow } from '../../app/actor-context.tsx';
import { useText } from '../../text/translate.ts';
import { AuthPage } from '../login/auth-page.tsx';
import { AuthSkeleton } from '../login/auth-skeleton.tsx';
import { useCode } from '../verify-code/use-code.ts';
import { AskCodeView, ResetView } from './forgot-password.view.tsx';

type Flow = ActorRefFrom<typeof passwordResetMachine>;
type Snapshot = SnapshotFrom<typeof passwordResetMachine>;

const selectEmail = ({ context }: Snapshot) => context.email;
const selectIsRequesting = (snapshot: Snapshot) => snapshot.matches('requesting');
const selectIsAsking = (snapshot: Snapshot | undefined) =>
  snapshot === undefined || snapshot.matches('asking') || snapshot.matches('requesting');

function Reset({ flow, isAsking }: { readonly flow: Flow; readonly isAsking: boolean }) {
  const code = useCode(flow);
  const email = useSelector(flow, selectEmail);
  const isRequesting = useSelector(flow, selectIsRequesting);
  if (isAsking) {
    return (
      <AskCodeView
        email={email}
        busy={isRequesting}
        error={code.error}
        onEdit={code.onEdit}
        onAsk={(address) => flow.send({ type: 'email.submit', email: address })}
        onLeave={code.onLeave}
      />
    );
  }
  return (
    <ResetView
      {...code}
      email={email ?? ''}
      onSubmit={(digits, password) => flow.send({ type: 'otp.submit', code: digits, password })}
      onChangeEmail={() => flow.send({ type: 'email.change' })}
    />
  );
}

/** /forgot-password: the address, then the code and the new password. */
export default function ForgotPasswordScreen() {
  const t = useText();
  const flow = useFlow('passwordReset');
  const isAsking = useSelector(flow ?? undefined, selectIsAsking);
  return (
    <AuthPage title={t('forgot.title')} {...(isAsking && { intro: t('forgot.intro') })}>
      {flow === null ? <AuthSkeleton /> : <Reset flow={flow} isAsking={isAsking} />}
    </AuthPage>
  );
}
