import type { Screen } from '../../../machines/shared/screen.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { useText } from '../../text/translate.ts';
import { Link } from '../../ui/navigation/link.tsx';
import styles from './auth.module.css';

interface ForgotLinkProps {
  /** Where the buyer was going. */
  readonly returnTo: Screen | null;
  /** Nothing leads away while the form is being sent. */
  readonly locked: boolean;
  /** Told before the page changes. */
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
