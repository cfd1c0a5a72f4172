import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { useAuthForm } from '../../app/flows/auth-form.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { useText, Words } from '../../text/translate.ts';
import { Link } from '../../ui/navigation/link.tsx';
import styles from '../login/auth.module.css';
import { AuthPage } from '../login/auth-page.tsx';
import { AuthSkeleton } from '../login/auth-skeleton.tsx';
import { ConnectedRegister } from '../login/connected-forms.tsx';

const selectLoginPath = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  pathOf({
    name: 'login',
    returnTo: context.screen.name === 'register' ? context.screen.returnTo : null,
  });

/** /register (§2.421). */
export default function RegisterScreen() {
  const t = useText();
  const auth = useFlow('auth');
  const form = useAuthForm();
  const loginPath = useRootSelector(selectLoginPath);
  return (
    <AuthPage title={<Words of="register.title" />} intro={t('register.intro')}>
      {auth === null || form?.kind !== 'register' ? (
        <AuthSkeleton />
      ) : (
        <ConnectedRegister
          auth={auth}
          form={form}
          switcher={
            <Link to={loginPath} className={styles.switch}>
              <Words of="login.submit" />
            </Link>
          }
        />
      )}
    </AuthPage>
  );
}
