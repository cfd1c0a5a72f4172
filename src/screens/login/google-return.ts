import type { TextKey } from '../../text/translate.ts';
import type { AlertTone } from '../../ui/feedback/alert.tsx';

/** Messages for a visitor who returns from Google without a sign-in. */
export interface GoogleReturn {
  readonly tone: AlertTone;
  readonly words: TextKey;
}

const returns: Readonly<Record<string, GoogleReturn>> = {
  cancelled: { tone: 'info', words: 'login.googleCancelled' },
  expired: { tone: 'warning', words: 'login.googleExpired' },
  unverified: { tone: 'warning', words: 'login.googleUnverified' },
  failed: { tone: 'danger', words: 'login.googleReturnFailed' },
};

/** Parses the result of a sign-in with Google from the return address; null for any other address. */
export function googleReturn(search: string): GoogleReturn | null {
  const ending = new URLSearchParams(search).get('google');
  return ending !== null && Object.hasOwn(returns, ending) ? (returns[ending] ?? null) : null;
}
