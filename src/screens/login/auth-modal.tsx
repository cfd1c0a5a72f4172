import type { AuthActor, AuthForm } from '../../app/auth-form.ts';
import { Words } from '../../text/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './auth.module.css';
import { ConnectedLogin, ConnectedRegister } from './connected-forms.tsx';

interface AuthModalProps {
  readonly auth: AuthActor;
  readonly form: AuthForm;
}

/** Sign-in or registration over a page; the page stays where it is (ruling 1.1-E). */
export default function AuthModal({ auth, form }: AuthModalProps) {
  const isLogin = form.kind === 'login';
  const change = () => {
    const opening = { surface: 'modal', returnTo: null } as const;
    auth.send({ type: 'auth.close' });
    auth.send({ type: isLogin ? 'register.open' : 'login.open', ...opening });
  };
  const switcher = (
    <button type="button" className={styles.switch} disabled={!form.canClose} onClick={change}>
      <Words of={isLogin ? 'login.register' : 'login.submit'} />
    </button>
  );
  const Form = isLogin ? ConnectedLogin : ConnectedRegister;
  return (
    <Dialog
      key={form.kind}
      open
      size={isLogin ? 's' : 'm'}
      title={<Words of={isLogin ? 'login.title' : 'register.title'} />}
      dismissible={form.canClose}
      onClose={() => auth.send({ type: 'auth.close' })}
    >
      <Form auth={auth} form={form} switcher={switcher} />
    </Dialog>
  );
}
