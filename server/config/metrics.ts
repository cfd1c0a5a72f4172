import type * as z from 'zod/mini';
import { text, wholeNumber } from './values.ts';

/** Where a process serves its metrics: a port of its own, which no proxy publishes. */
export interface MetricsSettings {
  readonly port: number;
  readonly host: string;
}

/** Variables of the metrics, with their types. */
export const metricsVariables = {
  METRICS_PORT: wholeNumber(0, 65_535),
  METRICS_HOST: text,
} as const;

type MetricsValues = {
  [Name in keyof typeof metricsVariables]?: z.infer<(typeof metricsVariables)[Name]> | undefined;
};

/** The port of the settings; null serves no metrics and counts nothing. */
export function metricsOf(values: MetricsValues): MetricsSettings | null {
  if (values.METRICS_PORT === undefined) return null;
  return { port: values.METRICS_PORT, host: values.METRICS_HOST ?? '127.0.0.1' };
}

/** The problems of the port beside the one for buyers. */
export function metricsProblems(
  values: MetricsValues,
  { port }: { readonly port: number },
): readonly string[] {
  const { METRICS_PORT: own, METRICS_HOST: host } = values;
  if (own === undefined) {
    const line =
      'METRICS_HOST is set without METRICS_PORT: metrics are off. Set METRICS_PORT too, or unset it.';
    return host === undefined ? [] : [line];
  }
  if (own === 0 || own !== port) return [];
  return [`METRICS_PORT is ${own}, the port of the shop. Choose another one, such as 9464.`];
}
