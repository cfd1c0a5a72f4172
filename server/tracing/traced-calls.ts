import {
  type Context,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';

const serverErrors = 500;

/**
 * Makes a span of each call of the contract. Its attributes are the call, the route without its values, the status and the code of a refusal: no
 * address, no account, no text of a request or an error. A caller's `traceparent` is ignored, or every browser could order traces.
 */
export function traceCalls(app: FastifyInstance, tracer: Tracer): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  const spanOf = (request: FastifyRequest) => {
    const own = contexts.get(request);
    return own === undefined ? undefined : trace.getSpan(own);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url } = request.routeOptions;
    if (config.call === undefined) return done();
    const attributes = { 'http.request.method': request.method, 'http.route': url ?? '' };
    const span = tracer.startSpan(config.call, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    const own = trace.setSpan(ROOT_CONTEXT, span);
    contexts.set(request, own);
    context.with(own, done);
  });
  // The events of a body arrive outside of the context.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(contexts.get(request) ?? ROOT_CONTEXT, done);
  });
  app.addHook('onError', async (request, _reply, error) => {
    const span = spanOf(request);
    if (error instanceof Refusal) span?.setAttribute('roetix.refusal', error.code ?? 'unnamed');
    else span?.setAttribute('error.type', error.name);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spanOf(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= serverErrors) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
