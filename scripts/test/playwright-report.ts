import * as z from 'zod/mini';
import { type StageReport, shorten } from './stage-report.ts';

const suiteSchema = z.object({
  title: z.string(),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(
            z.object({
              duration: z.number(),
              errors: z.array(z.object({ message: z.optional(z.string()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});

const reportSchema = z.object({
  errors: z.optional(z.array(z.object({ message: z.optional(z.string()) }))),
  suites: z.array(suiteSchema),
});

/** The report of a browser stage from Playwright's JSON; a flaky test counts as failed. Throws on anything else. */
export function playwrightReport(json: string): StageReport {
  const { suites, errors = [] } = reportSchema.parse(JSON.parse(json));
  const rows = suites.flatMap((suite) => rowsOf(suite, suite.title));
  const ofStatus = (...statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status));
  const failed = ofStatus('unexpected', 'flaky');
  const ran = rows.filter(({ status }) => status !== 'skipped');
  return {
    passed: ofStatus('expected').length,
    failed: failed.length + errors.length,
    skipped: ofStatus('skipped').map(({ title }) => title),
    failures: [
      ...failed.map(({ title, reason }) => ({ title, reason })),
      // A file that cannot be loaded fails without a test.
      ...errors.map(({ message }) => ({ title: 'browser', reason: shorten(message) })),
    ],
    files: ran.map(({ file, ms }) => ({ room: 'browser', file, setUpMs: 0, testMs: ms })),
    tests: ran.map(({ title, ms }) => ({ title, ms })),
  };
}

function rowsOf(
  { title, specs, suites }: z.infer<typeof suiteSchema>,
  file: string,
): {
  file: string;
  title: string;
  status: string;
  ms: number;
  reason: string;
}[] {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }) => ({
      file,
      title: `${title} › ${spec.title} [${projectName}]`,
      status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      reason: shorten(results.flatMap(({ errors }) => errors)[0]?.message),
    })),
  );
  return [...own, ...(suites ?? []).flatMap((suite) => rowsOf(suite, file))];
}
