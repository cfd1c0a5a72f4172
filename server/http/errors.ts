import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseBusy, isDatabaseGone } from '../db/transaction.ts';
import { dataPolicy, securityHeaders } from '../static/static-policy.ts';
import { sendRefusal } from './envelope.ts';
import { Refusal } from './refusal.ts';
import { refusal } from './refuse.ts';

/** Sentences for the requests that Fastify refuses before a handler runs. */
const unreadable: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body does not have the length its header says',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON',
  FST_ERR_BAD_URL: 'The address is not valid',
};

const awayRetrySeconds = 1;
/** A random wait, so that refused clients do not return at the same moment. */
const busyRetrySeconds = { least: 1, most: 3 } as const;

/**
 * Turns every error into an envelope: a Refusal with its own status, Fastify's refusals with plain sentences, an unreachable or full database as a
 * 503 that the client may retry (F52, decision 024), any other as a 500; the last two are logged.
 */
export function setErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refused = refusalOf(error, request.routeOptions.bodyLimit);
    if (isDatabaseBusy(error)) {
      // Thousands of calls may be refused in a minute: each gets one line without a stack.
      const route = request.routeOptions.url ?? null;
      request.log.warn(
        { route, reason: error.message },
        'a call was refused: the database is busy',
      );
    } else if (refused.status >= 500 && refused !== error) {
      request.log.error(
        { err: error, route: request.routeOptions.url ?? null },
        'unexpected error',
      );
    }
    return sendRefusal(reply, refused);
  });
}

function refusalOf(error: FastifyError | Refusal, bodyLimit?: number): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseGone(error)) {
    return refusal('serviceAway', { retryAfterSeconds: awayRetrySeconds });
  }
  if (isDatabaseBusy(error)) {
    const { least, most } = busyRetrySeconds;
    return refusal('serviceBusy', {
      retryAfterSeconds: least + Math.floor(Math.random() * (most - least + 1)),
    });
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(bodyLimit);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refusal('bodyNotJson');
  const status = error.statusCode ?? 500;
  if (status >= 500 || status < 400) return refusal('internalError');
  const sentence = unreadable[error.code];
  // A refused file is no call of the contract: it keeps the status of the plugin that serves files.
  if (status !== 400) return new Refusal(status, sentence ?? 'The request could not be read');
  return refusal('requestUnreadable', sentence === undefined ? {} : { sentence });
}

function tooLarge(bodyLimit: number | undefined): Refusal {
  if (bodyLimit === undefined) return refusal('bodyTooLarge');
  const sentence = `The request body is too large: this call takes at most ${bodyLimit / 1024} KB`;
  return refusal('bodyTooLarge', { sentence });
}

/** Refuses an address that Fastify cannot route. */
export function frameworkRefusal(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Fastify runs no hook for such an address.
  reply.headers({ ...securityHeaders(false), 'content-security-policy': dataPolicy });
  sendRefusal(reply, refusalOf(error));
}

/**
 * JSON is the only body: an empty one is `{}` (§7.3), `__proto__` is refused, and text/plain has no parser, because a form of another site
 * can send it (§17.20). A scope that needs another body registers its own.
 */
export function setBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void parseJson(request, body as string, done);
  });
}

const personal = [
  /[^\s"'()<>,;:=]+@[^\s"'()<>,;:=]+/g,
  /\+?\d[\d\s-]{4,}\d/g,
  /"[^"\n]{0,200}"/g,
] as const;

/** The most characters of a message that are masked and logged: the patterns take quadratic time. */
const maskedLength = 2_000;

/** The first 2,000 characters of a text, with e-mail addresses, long numbers and quoted values masked: database errors repeat user input. */
export function maskPersonal(text: string): string {
  return personal.reduce(
    (masked, pattern) => masked.replace(pattern, '[…]'),
    text.slice(0, maskedLength),
  );
}

/** The loggable form of an error: its kind, code and stack, without the values that it may contain. */
export function loggedError(error: Error & { code?: unknown; constraint?: unknown }) {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: maskPersonal(error.message),
    stack: frames.join('\n'),
    ...(typeof error.code === 'string' ? { code: error.code } : {}),
    ...(typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
  };
}
