import { googleUrl } from '../../../contract/account.ts';
import type { Surface } from '../../../machines/auth/auth.types.ts';
import { mapResult, type Result } from '../../../machines/shared/result.ts';
import type { Screen } from '../../../machines/shared/screen.ts';
import type { EffectParts } from '../parts.ts';

/** Longest returnTo that the server accepts, in characters. */
const longestReturn = 500;

/** Requests Google's sign-in address and opens it. A modal without a returnTo returns to the page under it, including its query. */
export async function openGoogle(
  { api, addressOf, leave }: EffectParts,
  { surface, returnTo }: { readonly surface: Surface; readonly returnTo: Screen | null },
  signal: AbortSignal,
): Promise<Result<null>> {
  const { pathname, search } = window.location;
  const below = surface === 'modal' ? pathname + search : '';
  const back = returnTo === null ? below : addressOf(returnTo);
  const query = back === '' || back.length > longestReturn ? {} : { returnTo: back };
  const answer = await api.call(googleUrl, { query, signal });
  // Not if the visitor has closed the form meanwhile.
  if (answer.ok && !signal.aborted) leave(answer.value.auth_url);
  return mapResult(answer, () => null);
}

/** Resolves when the browser restores the page from its back/forward cache. */
export function untilShownAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const whenRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resolve();
    };
    window.addEventListener('pageshow', whenRestored, { signal });
  });
}
