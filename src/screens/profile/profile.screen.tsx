import { isSignedOutError } from '../../app/reads/queries.ts';
import { AccountLayout } from '../../app/shell/account-layout.tsx';
import { useText } from '../../text/translate.ts';
import { ProfileFailed, ProfileLoading, ProfileView } from './profile.view.tsx';
import { usePhoto } from './use-photo.ts';
import { useProfile, useSaveProfile } from './use-profile.ts';

/** /profile (§2.390). */
export default function ProfileScreen() {
  const t = useText();
  const { data: user, error } = useProfile();
  const saving = useSaveProfile();
  const photo = usePhoto();
  // The sign-in has ended: the app is leaving the page.
  const isFailed = error !== null && !isSignedOutError(error);
  return (
    <AccountLayout title={t('profile.title')} lang={t.lang('profile.title')}>
      {user !== undefined ? (
        <ProfileView user={user} photo={photo} {...saving} />
      ) : isFailed ? (
        <ProfileFailed onRefresh={() => window.location.reload()} />
      ) : (
        <ProfileLoading />
      )}
    </AccountLayout>
  );
}
