import type { Screen } from '../../../machines/shared/screen.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { useText } from '../../text/translate.ts';
import { Link } from '../../ui/navigation/link.tsx';
import styles from './auth.module.css';

interface ForgotLinkProps {
  /** The page that the visitor was going to. */
  readonly returnTo: Screen | null;
  /** Disables the link while the form is being sent. */
  readonly locked: boolean;
  /** Called before the page changes. */
  readonly onLeave?: () => void;
}

/** 'Lupa kata sandi?' beside a sign-in form. */
export function ForgotLink({ returnTo, locked, onLeave }: ForgotLinkProps) {
  const t = useText();
  return (
    <Link
      to={pathOf({ name: 'forgot-password', returnTo })}
      className={styles.forgot}
      aria-disabled={locked || undefined}
      onClick={(event) => {
        if (locked) event.preventDefault();
        else onLeave?.();
      }}
    >
      {t('login.forgot')}
    </Link>
  );
}
