import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { apiRoot } from '../../contract/limits.ts';
import { envelope } from '../../server/http/envelope.ts';
import { Refusal } from '../../server/http/refusal.ts';

const maxDelaySeconds = 120;
const maxTimes = 1_000;
const maxFaults = 50;
const healthPath = `${apiRoot}/health`;

const pathWords = `"path" must begin with ${apiRoot}/; * stands for any part of it, as in ${apiRoot}/event/*/order-preview`;
const statusWords = '"status" must be an HTTP code from 200 to 599';
const delayWords = `"delay_seconds" must be a number from 0 to ${maxDelaySeconds}`;
const timesWords = `"times" must be a whole number from 1 to ${maxTimes}`;

const faultSchema = z.strictObject(
  {
    path: z
      .string(pathWords)
      .check(z.maxLength(300, pathWords), z.regex(/^\/api\/[\w\-.*/]+$/, pathWords)),
    /** Every method by default. */
    method: z.optional(
      z.enum(['GET', 'POST', 'PUT', 'DELETE'], '"method" must be GET, POST, PUT or DELETE'),
    ),
    /** Without it the call is only delayed. */
    status: z.optional(
      z.int(statusWords).check(z.minimum(200, statusWords), z.maximum(599, statusWords)),
    ),
    message: z.optional(z.string('"message" must be text').check(z.maxLength(500))),
    /** The envelope's data; null by default. */
    data: z.optional(z.unknown()),
    delay_seconds: z.optional(
      z.number(delayWords).check(z.minimum(0, delayWords), z.maximum(maxDelaySeconds, delayWords)),
    ),
    retry_after_seconds: z.optional(
      z.int().check(z.minimum(1), z.maximum(3_600, '"retry_after_seconds" must be at most 3600')),
    ),
    /** 'after' lets the call take effect and loses only the response (F28). */
    when: z.optional(z.enum(['before', 'after'], '"when" must be "before" or "after"')),
    /** No limit by default. */
    times: z.optional(
      z.int(timesWords).check(z.minimum(1, timesWords), z.maximum(maxTimes, timesWords)),
    ),
  },
  'Send {"path": "/api/...", "status": 500, "delay_seconds": 3, "times": n}; unknown fields are refused',
);

/** One simulated fault of calls to the API, as requested. */
export type Fault = z.infer<typeof faultSchema>;

/** The active faults; they affect only calls under /api. */
export interface Faults {
  /** The active faults, oldest first, with the remaining `times`. */
  list(): readonly Fault[];
  add(fault: Fault): void;
  clear(): void;
}

interface ActiveFault {
  fault: Fault;
  readonly pattern: RegExp;
}

const faultOfRequest = new WeakMap<FastifyRequest, Fault>();

/** Makes calls fail or wait, by hooks on every route. `isExempt` recognises the desk's own calls, which never fail. */
export function createFaults(
  app: FastifyInstance,
  isExempt: (request: FastifyRequest) => boolean,
): Faults {
  let active: ActiveFault[] = [];
  const closing = new AbortController();
  // A delayed call must not delay the end of the server.
  app.addHook('preClose', async () => closing.abort());

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (active.length === 0 || !path.startsWith(`${apiRoot}/`) || path === healthPath) return;
    if (isExempt(request)) return;
    const found = active.find(
      ({ fault, pattern }) =>
        pattern.test(path) && (fault.method === undefined || fault.method === request.method),
    );
    if (found === undefined) return;
    const { fault } = found;
    if (fault.times !== undefined) {
      if (fault.times === 1) active = active.filter((one) => one !== found);
      found.fault = { ...fault, times: fault.times - 1 };
    }
    if (fault.delay_seconds !== undefined) {
      await sleep(fault.delay_seconds * 1_000, undefined, { signal: closing.signal }).catch(
        () => undefined,
      );
    }
    if (fault.status === undefined) return;
    if (fault.when === 'after') {
      faultOfRequest.set(request, fault);
      return;
    }
    if (fault.retry_after_seconds !== undefined) {
      reply.header('retry-after', String(fault.retry_after_seconds));
    }
    return reply.code(fault.status).header('cache-control', 'no-store').send(answerOf(fault));
  });

  app.addHook('preSerialization', async (request, reply, payload) => {
    const fault = faultOfRequest.get(request);
    if (fault?.status === undefined) return payload;
    reply.code(fault.status);
    return answerOf(fault);
  });

  return {
    list: () => active.map(({ fault }) => fault),
    add: (fault) => {
      active.push({ fault, pattern: patternOf(fault.path) });
    },
    clear: () => {
      active = [];
    },
  };
}

function answerOf(fault: Fault) {
  const words = fault.message ?? 'This response was set on the scenario desk';
  return envelope(fault.status ?? 200, words, fault.data ?? null);
}

function patternOf(path: string): RegExp {
  const literal = path.split('*').map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`);
}

/** /dev/faults: GET lists the active faults, POST adds one, DELETE ends all. Throws 422 for an invalid body, 409 beyond the limit. */
export function mountFaultTool(app: FastifyInstance, faults: Faults): void {
  app.get('/dev/faults', async () => faults.list());
  app.post('/dev/faults', async (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => ({ message: issue.message }));
      throw new Refusal(422, errors[0]?.message ?? pathWords, { errors });
    }
    const fault = parsed.data;
    if (fault.status === undefined && fault.delay_seconds === undefined) {
      throw new Refusal(422, 'A fault needs a "status", a "delay_seconds" or both');
    }
    if (faults.list().length >= maxFaults) {
      throw new Refusal(409, `There are ${maxFaults} faults already; DELETE /dev/faults ends them`);
    }
    faults.add(fault);
    return reply.send(envelope(200, 'OK', { faults: faults.list() }));
  });
  app.delete('/dev/faults', async (_request, reply) => {
    faults.clear();
    return reply.send(envelope(200, 'OK', { faults: [] }));
  });
}
