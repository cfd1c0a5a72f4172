import { address, onOff } from './values.ts';

/** Variables that switch tracing on; the OpenTelemetry library reads the others of `OTEL_*` by itself. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http', 'https']),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(['http', 'https']),
  OTEL_SDK_DISABLED: onOff,
};

interface TracingValues {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_SDK_DISABLED?: boolean | undefined;
}

/** Whether the settings name a collector of traces. */
export function isTraced(values: TracingValues): boolean {
  if (values.OTEL_SDK_DISABLED === true) return false;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values;
  return own !== undefined || base !== undefined;
}
