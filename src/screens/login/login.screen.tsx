import { useLocation } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { isLocked, useAuthForm } from '../../app/flows/auth-form.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { useText, Words } from '../../text/translate.ts';
import { Link } from '../../ui/navigation/link.tsx';
import styles from './auth.module.css';
import { AuthPage } from './auth-page.tsx';
import { AuthSkeleton } from './auth-skeleton.tsx';
import { ConnectedLogin } from './connected-forms.tsx';
import { ForgotLink } from './forgot-link.tsx';
import { googleReturn } from './google-return.ts';

const selectReturnTo = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  context.screen.name === 'login' ? context.screen.returnTo : null;

/** /login and /auth/login (§2.420). */
export default function LoginScreen() {
  const t = useText();
  const auth = useFlow('auth');
  const form = useAuthForm();
  const returnTo = useRootSelector(selectReturnTo);
  const { search } = useLocation();
  return (
    <AuthPage title={<Words of="login.title" />} intro={t('login.intro')}>
      {auth === null || form?.kind !== 'login' ? (
        <AuthSkeleton />
      ) : (
        <ConnectedLogin
          auth={auth}
          form={form}
          returned={googleReturn(search)}
          forgot={<ForgotLink returnTo={returnTo} locked={isLocked(form)} />}
          switcher={
            <Link to={pathOf({ name: 'register', returnTo })} className={styles.switch}>
              <Words of="login.register" />
            </Link>
          }
        />
      )}
    </AuthPage>
  );
}
