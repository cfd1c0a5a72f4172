import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { authMachine } from '../../../machines/auth/auth.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { type AuthActor, type AuthForm, isLocked } from '../../app/flows/auth-form.ts';
import { Words } from '../../text/translate.ts';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import styles from './auth.module.css';
import { ConnectedLogin, ConnectedRegister } from './connected-forms.tsx';
import { ForgotLink } from './forgot-link.tsx';

const selectWayBack = ({ context }: SnapshotFrom<typeof authMachine>) => context.returnTo;
const selectScreen = ({ context }: SnapshotFrom<typeof rootMachine>) => context.screen;

interface AuthModalProps {
  readonly auth: AuthActor;
  readonly form: AuthForm;
}

/** Sign-in or registration in a modal over a page, which keeps its state (§2.420). */
export default function AuthModal({ auth, form }: AuthModalProps) {
  const below = useRootSelector(selectScreen);
  const returnTo = useSelector(auth, selectWayBack) ?? below;
  const isLogin = form.kind === 'login';
  const change = () => {
    const opening = { surface: 'modal', returnTo } as const;
    auth.send({ type: 'auth.close' });
    auth.send({ type: isLogin ? 'register.open' : 'login.open', ...opening });
  };
  const switcher = (
    <button type="button" className={styles.switch} disabled={!form.canClose} onClick={change}>
      <Words of={isLogin ? 'login.register' : 'login.submit'} />
    </button>
  );
  return (
    <Dialog
      key={form.kind}
      open
      size={isLogin ? 's' : 'm'}
      title={<Words of={isLogin ? 'login.title' : 'register.title'} />}
      dismissible={form.canClose}
      onClose={() => auth.send({ type: 'auth.close' })}
    >
      {isLogin ? (
        <ConnectedLogin
          auth={auth}
          form={form}
          forgot={
            <ForgotLink
              returnTo={returnTo}
              locked={isLocked(form)}
              onLeave={() => auth.send({ type: 'auth.close' })}
            />
          }
          switcher={switcher}
        />
      ) : (
        <ConnectedRegister auth={auth} form={form} switcher={switcher} />
      )}
    </Dialog>
  );
}
