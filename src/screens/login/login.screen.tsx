import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { useAuthForm } from '../../app/auth-form.ts';
import { usePageTitle } from '../../app/page-title.ts';
import { pathOf } from '../../app/paths.ts';
import { useText, Words } from '../../text/translate.ts';
import { Link } from '../../ui/link.tsx';
import styles from './auth.module.css';
import { AuthPage } from './auth-page.tsx';
import { AuthSkeleton } from './auth-skeleton.tsx';
import { ConnectedLogin } from './connected-forms.tsx';

const selectRegisterPath = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  pathOf({
    name: 'register',
    returnTo: context.screen.name === 'login' ? context.screen.returnTo : null,
  });

/** /login and /auth/login (§2). */
export default function LoginScreen() {
  const t = useText();
  const auth = useFlow('auth');
  const form = useAuthForm();
  const registerPath = useRootSelector(selectRegisterPath);
  usePageTitle(t('title.login'));
  return (
    <AuthPage title={<Words of="login.title" />} intro={t('login.intro')}>
      {auth === null || form?.kind !== 'login' ? (
        <AuthSkeleton />
      ) : (
        <ConnectedLogin
          auth={auth}
          form={form}
          switcher={
            <Link to={registerPath} className={styles.switch}>
              <Words of="login.register" />
            </Link>
          }
        />
      )}
    </AuthPage>
  );
}
