import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import { traceCalls } from './traced-calls.ts';
import { tracedDb } from './traced-db.ts';

const serviceName = 'roetix';
/** A collector that does not respond must not delay the end of a process. */
const lastExportMs = 3_000;

/** The traces of one process, sent to the collector that `OTEL_*` names (decision 089). */
export interface Tracing {
  /** The same database; its statements within a traced call become spans. */
  db(db: Db): Db;
  /** Makes a span of each call; call it before any route is mounted. */
  calls(app: FastifyInstance): void;
  /** Sends the last spans. Never rejects. */
  close(): Promise<void>;
}

/** Starts to trace. Loaded only where a collector is named. The library takes headers, sampling and names from the environment. */
export function openTracing(): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter(), { exportTimeoutMillis: lastExportMs }),
    ],
  });
  // Sets the context manager, by which a span finds its parent across awaits.
  provider.register();
  const tracer = trace.getTracer(serviceName);
  return {
    db: (db) => tracedDb(db, tracer),
    calls: (app) => traceCalls(app, tracer),
    close: () => provider.shutdown().catch(() => {}),
  };
}
