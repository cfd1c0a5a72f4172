import { googleUrl } from '../../../contract/account.ts';
import type { Surface } from '../../../machines/auth/auth.types.ts';
import { mapOutcome, type Outcome } from '../../../machines/shared/outcome.ts';
import type { Screen } from '../../../machines/shared/screen.ts';
import type { EffectParts } from '../parts.ts';

/** Longest way back that the server keeps, in characters. */
const longestReturn = 500;

/** Asks where Google signs in and leaves the page for it. A modal that keeps no way back comes back to the page it lies over, as it was searched. */
export async function openGoogle(
  { api, addressOf, leave }: EffectParts,
  { surface, returnTo }: { readonly surface: Surface; readonly returnTo: Screen | null },
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { pathname, search } = window.location;
  const below = surface === 'modal' ? pathname + search : '';
  const back = returnTo === null ? below : addressOf(returnTo);
  const query = back === '' || back.length > longestReturn ? {} : { returnTo: back };
  const answer = await api.call(googleUrl, { query, signal });
  // The form was closed meanwhile: nobody is taken away from their page.
  if (answer.ok && !signal.aborted) leave(answer.value.auth_url);
  return mapOutcome(answer, () => null);
}

/** Resolves when the page comes back from the browser's page cache, where its clocks stood still. */
export function untilShownAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const whenRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resolve();
    };
    window.addEventListener('pageshow', whenRestored, { signal });
  });
}
