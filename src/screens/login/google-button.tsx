import { offersGoogle } from '../../app/product.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { isInApp } from '../../ui/in-app.ts';
import { LegalLinks } from '../legal/legal-links.tsx';
import styles from './auth.module.css';

/** State and action of the Google button. */
export interface GoogleSignIn {
  /** The page is requesting Google's address, or the browser is opening it. */
  readonly busy: boolean;
  readonly onPress: () => void;
}

/** A plain G in the colour of the text. */
function LetterG() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.2"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M18.9 6.4A9 9 0 1 0 21 12.4h-8.6" />
    </svg>
  );
}

/** 'Continue with Google' under a dividing line, if the server offers it; does nothing while the form is being sent. */
export function GoogleButton(props: GoogleSignIn & { readonly locked: boolean }) {
  const { busy, locked, onPress } = props;
  const t = useText();
  if (!offersGoogle) return null;
  return (
    <>
      <p className={styles.or}>
        <span>{t('login.or')}</span>
      </p>
      {isInApp() && <Alert tone="info">{t('login.googleInApp')}</Alert>}
      <Button
        variant="secondary"
        size="l"
        block
        className={styles.google ?? ''}
        icon={<LetterG />}
        busy={busy}
        aria-disabled={locked || undefined}
        onClick={() => locked || onPress()}
      >
        {busy ? t('login.googleOpening') : <Words of="login.google" />}
      </Button>
      <p className={styles.googleTerms}>
        {t('login.googleTerms')} <LegalLinks />
      </p>
    </>
  );
}
