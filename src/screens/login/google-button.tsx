import { useState } from 'react';
import { googleUrl } from '../../../contract/account.ts';
import { useApi } from '../../app/api-context.ts';
import { useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './auth.module.css';

/** What the Google button shows and does. */
export interface GoogleSignIn {
  readonly busy: boolean;
  readonly error: string | null;
  readonly onPress: () => void;
}

/** 'Continue with Google' under a dividing line. */
export function GoogleButton({ busy, error, onPress }: GoogleSignIn) {
  const t = useText();
  return (
    <>
      <p className={styles.or}>
        <span>{t('login.or')}</span>
      </p>
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <Button variant="secondary" size="l" block busy={busy} onClick={onPress}>
        <Words of="login.google" />
      </Button>
    </>
  );
}

function isSafeAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:';
}

/** Asks where Google wants the browser, and sends it there (§7, §8). */
export function useGoogleSignIn(leave = (address: string) => window.location.assign(address)) {
  const api = useApi();
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const ask = async () => {
    setBusy(true);
    setError(null);
    const answer = await api.call(googleUrl, {});
    setBusy(false);
    if (answer.ok && isSafeAddress(answer.value.auth_url)) leave(answer.value.auth_url);
    else setError(t(answer.ok ? 'login.googleFailed' : 'login.googleUrlFailed'));
  };
  return { busy, error, onPress: () => void ask() } satisfies GoogleSignIn;
}
