import type { FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '../../contract/call/calls.ts';
import { apiRoot } from '../../contract/limits.ts';
import {
  completeProfile,
  flowLifeSeconds,
  keepFlow,
  signInWithGoogle,
  takeFlow,
} from '../domain/accounts/google.ts';
import { createGoogleProvider, type GoogleProvider } from '../google/provider.ts';
import { standIn, standInPath } from '../google/stand-in.ts';
import { endPreviousSession, sessionCookie } from '../http/browser-session.ts';
import { isHttps, readCaller, sessionIdOf } from '../http/caller.ts';
import { type Cookie, setCookies } from '../http/cookies.ts';
import { originOf } from '../http/origin.ts';
import { refuseFor } from '../http/refuse.ts';
import type { Routes } from '../http/serve.ts';
import { accountKey } from '../limits/account-key.ts';
import { knownDeviceCookie } from '../limits/read-visitor.ts';

const refuse = refuseFor(calls.googleUrl);

const callbackPath = `${apiRoot}/auth/google/callback`;
const plainFlowCookie = 'roetix_google';
/** The most addresses of this server under which the stand-in issuer is remembered. */
const keptStandIns = 8;

/** Why a person came back from the issuer without being signed in; the sign-in page has a text for each. */
type Failure = 'cancelled' | 'expired' | 'unverified' | 'failed';

/** Sign-in through an OpenID issuer: the departure, the return, and the phone number that it does not know (§7.31). */
export const routes: Routes = (serve, services, app) => {
  const { clock, config, db, log } = services;
  const registered = config.google === null ? null : createGoogleProvider(config.google);
  const standIns = new Map<string, GoogleProvider>();

  const ownAddress = (request: FastifyRequest) =>
    config.publicUrl ?? `${request.protocol}://${request.host}`;

  const providerFor = (request: FastifyRequest): GoogleProvider | null => {
    if (registered !== null || !config.devTools) return registered;
    const issuer = ownAddress(request) + standInPath;
    const kept = standIns.get(issuer);
    if (kept !== undefined) return kept;
    const made = createGoogleProvider(...standIn(app, issuer));
    if (standIns.size < keptStandIns) standIns.set(issuer, made);
    return made;
  };

  const flowCookie = (request: FastifyRequest) =>
    isHttps(config, request.protocol === 'https') ? `__Host-${plainFlowCookie}` : plainFlowCookie;
  const flowCookieOf = (request: FastifyRequest, value: string | null): Cookie => ({
    name: flowCookie(request),
    value,
    ...(value === null ? {} : { maxAgeSeconds: flowLifeSeconds }),
  });

  serve(calls.googleUrl, async ({ query, request }) => {
    const provider = providerFor(request);
    if (provider === null) throw refuse('googleNotConfigured');
    const callbackUrl = ownAddress(request) + callbackPath;
    const begun = await provider.begin(callbackUrl).catch((error: unknown) => {
      log.error({ err: error }, 'the OpenID issuer of Google sign-in cannot be used');
      throw refuse('googleUnreachable', { retryAfterSeconds: 5 });
    });
    const { url, ...trip } = begun;
    const { issuer } = provider;
    const returnTo = query.returnTo ?? null;
    const secret = await keepFlow(db, { issuer, callbackUrl, ...trip, returnTo }, clock.now());
    return {
      data: { auth_url: url, callback_url: callbackUrl, state: trip.state },
      cookies: [flowCookieOf(request, secret)],
    };
  });

  // A page of the issuer sends the browser here, so the response is a page as well, and the cookie replaces the guards of a call.
  app.get(callbackPath, async (request, reply) => {
    const secret = request.cookies[flowCookie(request)];
    const flow = secret === undefined ? null : await takeFlow(db, secret, clock.now());
    const provider = providerFor(request);
    if (flow === null || provider === null) return turnBack(request, reply, 'expired', null);
    const { returnTo } = flow;
    const returned = new URL(flow.callbackUrl);
    returned.search = new URL(request.url, flow.callbackUrl).search;
    if (returned.searchParams.get('error') === 'access_denied') {
      return turnBack(request, reply, 'cancelled', returnTo);
    }
    const identity = await provider.finish(returned, flow).catch((error: unknown) => {
      log.warn({ err: error }, 'a return from the OpenID issuer was refused');
      return null;
    });
    if (identity === null) return turnBack(request, reply, 'failed', returnTo);
    const signedIn = await signInWithGoogle(
      db,
      identity,
      clock.now(),
      originOf(request),
      services.legal,
    );
    if (signedIn === null) return turnBack(request, reply, 'unverified', returnTo);
    const before = sessionIdOf(config, request.headers, request.protocol === 'https');
    await endPreviousSession(services, await readCaller(db, before, clock.now()), request);
    const goesTo = signedIn.lacksPhone ? '/complete-profile' : '/auth/login';
    return leave(request, reply, pathWith(goesTo, { returnTo }), [
      flowCookieOf(request, null),
      sessionCookie(services, request, signedIn.id),
      knownDeviceCookie(services, request, accountKey(signedIn.email)),
    ]);
  });

  serve(calls.googleCompleteProfile, async ({ body, caller, request }) => ({
    message: 'Profile updated successfully!',
    data: await completeProfile(db, caller.id, body.phone_number, clock.now(), originOf(request)),
  }));

  function turnBack(
    request: FastifyRequest,
    reply: FastifyReply,
    failure: Failure,
    returnTo: string | null,
  ): FastifyReply {
    const path = pathWith('/auth/login', { google: failure, returnTo });
    return leave(request, reply, path, [flowCookieOf(request, null)]);
  }

  function leave(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    cookies: readonly Cookie[],
  ): FastifyReply {
    setCookies(reply, isHttps(config, request.protocol === 'https'), cookies);
    return reply.header('cache-control', 'no-store').redirect(path, 303);
  }
};

/** A path of the app with a query, without the null values. The app itself checks the target of `returnTo` (§2.5). */
function pathWith(path: string, query: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) params.set(name, value);
  const search = params.toString();
  return search === '' ? path : `${path}?${search}`;
}
