import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { updateProfile } from '../../../contract/account.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { wordsOf } from '../../../machines/shared/outcome.ts';
import { AccountLayout } from '../../app/account-layout.tsx';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/api-context.ts';
import { usePageTitle } from '../../app/page-title.ts';
import { useText } from '../../text/translate.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type ProfileFields, ProfileView } from './profile.view.tsx';

const selectUser = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  context.auth === 'verified' ? context.user : null;

/** Sends the changes, then has the account read again, so that every part of the page shows them. */
function useSaveProfile() {
  const api = useApi();
  const auth = useFlow('auth');
  const t = useText();
  const [state, setState] = useState<{ saving: boolean; saved: boolean; error: string | null }>({
    saving: false,
    saved: false,
    error: null,
  });
  const save = async (fields: ProfileFields) => {
    if (state.saving) return;
    setState({ saving: true, saved: false, error: null });
    const answer = await api.call(updateProfile, { body: fields });
    if (answer.ok) auth?.send({ type: 'auth.recheck' });
    setState({
      saving: false,
      saved: answer.ok,
      error: answer.ok ? null : wordsOf(answer.failure, t('profile.saveFailed')),
    });
  };
  return { ...state, onSave: (fields: ProfileFields) => void save(fields) };
}

/** /profile (§2). */
export default function ProfileScreen() {
  const t = useText();
  usePageTitle(t('title.profile'));
  const user = useRootSelector(selectUser);
  const saving = useSaveProfile();
  return (
    <AccountLayout title={t('profile.title')} lang="en">
      {user === null ? (
        <Loading text={t('profile.loading')}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      ) : (
        <ProfileView key={user.id} user={user} {...saving} />
      )}
    </AccountLayout>
  );
}
