import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { takeForms } from '../../server/demo/take-forms.ts';
import { devPagePolicy } from '../../server/demo/tool-page.ts';
import { standInClient as client, standInPath } from '../../server/google/stand-in.ts';
import { Refusal } from '../../server/http/refusal.ts';
import type { Services } from '../../server/services.ts';
import { chooserPage } from './google-issuer-page.ts';

const codeLifeMs = 60_000;
const idTokenLife = '10 minutes';
/** The most codes in memory; the oldest is dropped first. */
const keptCodes = 100;

const requestSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(client.clientId),
  redirect_uri: z.url(),
  scope: z.string().check(z.regex(/\bopenid\b/)),
  state: z.string().check(z.minLength(1)),
  nonce: z.string().check(z.minLength(1)),
  code_challenge: z.string().check(z.minLength(43)),
  code_challenge_method: z.literal('S256'),
});
type AuthorizationRequest = z.infer<typeof requestSchema>;

const choiceSchema = z.object({
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  email_verified: z.optional(z.string()),
  cancel: z.optional(z.string()),
});

const tokenSchema = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.literal(client.clientId),
  client_secret: z.literal(client.clientSecret),
});

interface GivenCode {
  readonly asked: AuthorizationRequest;
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * /dev/google: a small OpenID issuer that stands in for Google, so that the whole round trip runs without an account there. A page asks for
 * the person; everything else (single-use codes, PKCE, signed tokens) is checked as by a real issuer.
 */
export function mountGoogleIssuer(app: FastifyInstance, services: Services): void {
  const keys = generateKeyPair('RS256', { extractable: true });
  const codes = new LRUCache<string, GivenCode>({ max: keptCodes, ttl: codeLifeMs });

  void app.register((scope, _options, ready) => {
    takeForms(scope);
    const issuerOf = (host: string, protocol: string) =>
      (services.config.publicUrl ?? `${protocol}://${host}`) + standInPath;

    scope.get(`${standInPath}/.well-known/openid-configuration`, async (request, reply) => {
      const issuer = issuerOf(request.host, request.protocol);
      return reply.send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      });
    });

    scope.get(`${standInPath}/jwks`, async (_request, reply) => {
      const jwk = await exportJWK((await keys).publicKey);
      return reply.send({ keys: [{ ...jwk, use: 'sig', alg: 'RS256', kid: 'dev' }] });
    });

    scope.get(`${standInPath}/authorize`, async (request, reply) => {
      readRequest(request.query, services, request.host);
      const people = await services.db.query<{ email: string; name: string }>(
        "select email, trim(first_name || ' ' || last_name) as name from accounts order by created_at, email limit 6",
      );
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', devPagePolicy)
        .send(chooserPage(people));
    });

    scope.post(`${standInPath}/authorize`, async (request, reply) => {
      const asked = readRequest(request.query, services, request.host);
      const choice = choiceSchema.safeParse(request.body);
      if (!choice.success) throw new Refusal(422, 'Send email, name and email_verified as a form');
      const { cancel, email, name, email_verified: verified } = choice.data;
      const back = new URL(asked.redirect_uri);
      back.searchParams.set('state', asked.state);
      if (cancel !== undefined) back.searchParams.set('error', 'access_denied');
      else {
        if (email === undefined || !email.includes('@')) {
          throw new Refusal(422, 'Type the e-mail address to sign in with');
        }
        const code = randomBytes(24).toString('base64url');
        const claims = { email, name, email_verified: verified === 'true' };
        codes.set(code, { asked, claims });
        back.searchParams.set('code', code);
      }
      return reply.redirect(back.href, 303);
    });

    scope.post(`${standInPath}/token`, async (request, reply) => {
      const given = tokenSchema.safeParse(request.body);
      if (!given.success) return reply.code(400).send({ error: 'invalid_request' });
      const kept = codes.get(given.data.code);
      codes.delete(given.data.code);
      const challenge = createHash('sha256').update(given.data.code_verifier).digest('base64url');
      const fits =
        kept !== undefined &&
        kept.asked.redirect_uri === given.data.redirect_uri &&
        kept.asked.code_challenge === challenge;
      if (!fits) return reply.code(400).send({ error: 'invalid_grant' });
      const { asked, claims } = kept;
      // One subject per address, as Google keeps one per account.
      const subject = createHash('sha256').update(String(claims.email).toLowerCase()).digest('hex');
      const idToken = await new SignJWT({ ...claims, nonce: asked.nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'dev' })
        .setIssuer(issuerOf(request.host, request.protocol))
        .setAudience(client.clientId)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(idTokenLife)
        .sign((await keys).privateKey);
      return reply.send({
        access_token: randomBytes(24).toString('base64url'),
        token_type: 'Bearer',
        expires_in: 600,
        scope: asked.scope,
        id_token: idToken,
      });
    });
    ready();
  });
}

/** The parameters of the redirect. Throws Refusal 422: a stand-in that redirected elsewhere would be an open redirect. */
function readRequest(query: unknown, services: Services, host: string): AuthorizationRequest {
  const asked = requestSchema.safeParse(query);
  if (!asked.success) {
    const places = asked.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Refusal(422, `The sign-in request is incomplete: ${places}`);
  }
  const back = new URL(asked.data.redirect_uri);
  const isOwn =
    back.host === host ||
    (services.config.publicUrl !== null &&
      back.origin === new URL(services.config.publicUrl).origin);
  if (!isOwn) throw new Refusal(422, 'redirect_uri must lead back to this server');
  return asked.data;
}
