import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Db, Queryable } from '../db/db.ts';

/** The word of a statement before its first blank. */
const verb = /^\s*(\w+)/;

/**
 * The same database; within a traced call each transaction and each statement is a span with its lane. The span has the first word of the statement: a
 * text could carry a value one day. Work outside of calls, as that of the ticker, makes no spans.
 */
export function tracedDb(db: Db, tracer: Tracer, lane = 'buy'): Db {
  const inSpan = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (trace.getActiveSpan() === undefined) return work();
    const attributes = { 'db.system.name': 'postgresql', 'roetix.lane': lane };
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
    try {
      return await context.with(trace.setSpan(context.active(), span), work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
  const traced =
    (inner: Queryable): Queryable['query'] =>
    (sql, params) =>
      inSpan(`db ${verb.exec(sql)?.[1]?.toLowerCase() ?? 'statement'}`, () =>
        inner.query(sql, params),
      );
  return {
    ...db,
    lane: (name, share) => tracedDb(db.lane(name, share), tracer, name),
    query: traced(db),
    tx: (work) => inSpan('db transaction', () => db.tx((tx) => work({ ...tx, query: traced(tx) }))),
  };
}
