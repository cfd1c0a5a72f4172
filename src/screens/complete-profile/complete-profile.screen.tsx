import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { googleCompleteProfile } from '../../../contract/account.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { CallError, isSignedOutError } from '../../app/reads/queries.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { useText } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { AuthPage } from '../login/auth-page.tsx';
import { AuthSkeleton } from '../login/auth-skeleton.tsx';
import { failureOf } from '../profile/use-profile.ts';
import { CompleteProfileView } from './complete-profile.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const selectGoesOn = ({ context }: RootSnapshot) =>
  context.screen.name === 'complete-profile' && context.screen.returnTo !== null
    ? pathOf(context.screen.returnTo)
    : '/';
const selectIsSignedIn = ({ context }: RootSnapshot) => context.auth === 'verified';

/** /complete-profile, after a first sign-in with Google (§7.32). */
export default function CompleteProfileScreen() {
  const t = useText();
  const api = useApi();
  const auth = useFlow('auth');
  const navigate = useNavigate();
  const goesOn = useRootSelector(selectGoesOn);
  const isSignedIn = useRootSelector(selectIsSignedIn);
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: async (phone_number: string) => {
      const answer = await api.call(googleCompleteProfile, { body: { phone_number } });
      if (!answer.ok) throw new CallError(answer.failure);
    },
    networkMode: 'always',
    onSuccess: () => {
      auth?.send({ type: 'auth.recheck' });
      void navigate(goesOn, { replace: true });
    },
    onError: (failed) => {
      // The sign-in has ended: the page leads to sign-in and back.
      if (isSignedOutError(failed)) auth?.send({ type: 'auth.refused' });
    },
  });
  const failure = failureOf(error);
  return (
    <AuthPage title={t('complete.title')} intro={t('complete.intro')}>
      {isSignedIn ? (
        <CompleteProfileView
          saving={isPending || isSuccess}
          error={failure?.detail ?? failure?.words ?? null}
          skip={
            <ButtonLink variant="ghost" to={goesOn} replace>
              {t('complete.skip')}
            </ButtonLink>
          }
          onEdit={() => {
            if (!isPending) reset();
          }}
          onSave={(phoneNumber) => mutate(phoneNumber)}
        />
      ) : (
        <AuthSkeleton />
      )}
    </AuthPage>
  );
}
