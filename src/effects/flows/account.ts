import { fromPromise } from 'xstate';
import type { authPorts } from '../../../machines/auth/auth.ports.ts';
import { mapResult } from '../../../machines/shared/result.ts';
import type { EffectParts } from '../parts.ts';

// The contract is loaded with the first call: a visitor on a server-rendered page makes none.
const account = () => import('../../../contract/account.ts');
const google = () => import('./google.ts');
const session = () => import('../../../contract/session.ts');

/** Failure of an account whose flows cannot be loaded: treated as no response, so that the machine retries. */
const withoutFlows = {
  ok: false,
  failure: { kind: 'unreachable', message: 'The code of the account could not be fetched.' },
} as const;

/** The result of /auth/me in a browser that is not signed in. */
const nobody = {
  ok: false,
  failure: { kind: 'refused', status: 401, code: 'unauthenticated', message: 'Unauthenticated' },
} as const;

/**
 * Effects of the auth machine. The read of the account resolves only after the code of its flows has loaded. Where the server saw no sign-in
 * cookie (`startsWithNobody`), the first read sends no request (decision 015).
 */
export function authEffects(
  parts: EffectParts,
  loadFlows: () => Promise<void>,
  startsWithNobody = false,
) {
  const { api, now, store, forgetTickets, sayToTabs, leave } = parts;
  let isKnownEmpty = startsWithNobody;
  return {
    fetchUser: fromPromise(async ({ signal }) => {
      if (isKnownEmpty) {
        isKnownEmpty = false;
        return nobody;
      }
      const answer = await api.call(
        account().then(({ me }) => me),
        { signal },
      );
      if (!answer.ok) return answer;
      try {
        await loadFlows();
      } catch {
        return withoutFlows;
      }
      if (answer.value.isVerified && !signal.aborted) {
        store.clearUsers(answer.value.id);
        await forgetTickets(answer.value.id);
      }
      return answer;
    }),
    login: fromPromise(({ input, signal }) =>
      api.call(
        account().then(({ login }) => login),
        { body: input, signal },
      ),
    ),
    register: fromPromise(({ input, signal }) =>
      api.call(
        account().then(({ register }) => register),
        { body: input, signal },
      ),
    ),
    requestCode: fromPromise(async ({ signal }) => {
      const answer = await api.call(
        account().then(({ generateOtp }) => generateOtp),
        { signal },
      );
      const { codeGrant } = await import('../readings.ts');
      return mapResult(answer, (grant) => codeGrant(grant, now));
    }),
    openGoogle: fromPromise(async ({ input, signal }) =>
      (await google()).openGoogle(parts, input, signal),
    ),
    untilShownAgain: fromPromise(async ({ signal }) => (await google()).untilShownAgain(signal)),
    exitSession: fromPromise(({ signal }) =>
      api.call(
        session().then(({ exitSession }) => exitSession),
        { signal },
      ),
    ),
    logout: fromPromise(({ signal }) =>
      api.call(
        account().then(({ logout }) => logout),
        { signal },
      ),
    ),
    clearLocal: fromPromise(async () => {
      store.clearUsers();
      await forgetTickets(null);
      sayToTabs('signed-out');
    }),
    reloadHome: fromPromise(async () => leave('/')),
  } satisfies Partial<typeof authPorts>;
}
