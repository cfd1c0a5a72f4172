import { fromPromise } from 'xstate';
import type { authPorts } from '../../../machines/auth/auth.ports.ts';
import { mapOutcome } from '../../../machines/shared/outcome.ts';
import { late, lateAnswer } from '../http/late-call.ts';
import type { EffectParts } from '../parts.ts';

const account = () => import('../../../contract/account.ts');
const google = () => import('./google.ts');
const session = () => import('../../../contract/session.ts');

const me = lateAnswer('GET', '/auth/me', async () => (await account()).me);
const login = late('POST', '/auth/login', async () => (await account()).login);
const register = late('POST', '/auth/register', async () => (await account()).register);
const generateOtp = late('GET', '/auth/generate-otp', async () => (await account()).generateOtp);
const logout = late('POST', '/auth/logout', async () => (await account()).logout);
const exitSession = late('DELETE', '/session', async () => (await session()).exitSession);

/** Says that somebody is there whose flows cannot run: as good as no answer, so that the reader tries again. */
const withoutFlows = {
  ok: false,
  failure: { kind: 'unreachable', message: 'The code of the account could not be fetched.' },
} as const;

/** What /auth/me answers a browser without a session. */
const nobody = {
  ok: false,
  failure: { kind: 'refused', status: 401, code: 'unauthenticated', message: 'Unauthenticated' },
} as const;

/**
 * Signing in and out against the contract. Whoever is found is told of once the code of their flows is there, and where the server saw
 * that nobody can be found (`startsWithNobody`), the first read asks nothing (decision 015).
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
      const answer = await api.call(me, { signal });
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
    login: fromPromise(({ input, signal }) => api.call(login, { body: input, signal })),
    register: fromPromise(({ input, signal }) => api.call(register, { body: input, signal })),
    requestCode: fromPromise(async ({ signal }) => {
      const answer = await api.call(generateOtp, { signal });
      const { otpReading } = await import('../readings.ts');
      return mapOutcome(answer, (grant) => otpReading(grant, now));
    }),
    openGoogle: fromPromise(async ({ input, signal }) =>
      (await google()).openGoogle(parts, input, signal),
    ),
    untilShownAgain: fromPromise(async ({ signal }) => (await google()).untilShownAgain(signal)),
    exitSession: fromPromise(({ signal }) => api.call(exitSession, { signal })),
    logout: fromPromise(({ signal }) => api.call(logout, { signal })),
    clearLocal: fromPromise(async () => {
      store.clearUsers();
      await forgetTickets(null);
      sayToTabs('signed-out');
    }),
    reloadHome: fromPromise(async () => leave('/')),
  } satisfies Partial<typeof authPorts>;
}
