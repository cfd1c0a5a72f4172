import * as z from 'zod/mini';

/** A test that failed: its title with the file, and the first lines of the reason. */
export interface Failure {
  title: string;
  reason: string;
}

export interface TestCounts {
  passed: number;
  failed: number;
  failures: Failure[];
}

const vitestReportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
    }),
  ),
});

const playwrightSuiteSchema = z.object({
  title: z.string(),
  get suites() {
    return z.optional(z.array(playwrightSuiteSchema));
  },
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(
            z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) }),
          ),
        }),
      ),
    }),
  ),
});

const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuiteSchema),
});

/** Counts and failures of Vitest's JSON report. Throws when it is not one. */
export function countVitest(report: string): TestCounts {
  const { numPassedTests, numFailedTests, testResults } = vitestReportSchema.parse(
    JSON.parse(report),
  );
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded fails without a test.
    if (failed.length === 0) {
      return status === 'failed' ? [{ title: name, reason: shorten(message) }] : [];
    }
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${name} › ${fullName}`,
      reason: shorten(failureMessages?.[0]),
    }));
  });
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

/** Counts and failures of Playwright's JSON report. Throws when it is not one. A flaky test counts as failed. */
export function countPlaywright(report: string): TestCounts {
  const { stats, suites } = playwrightReportSchema.parse(JSON.parse(report));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: suites.flatMap(failuresOfSuite),
  };
}

function failuresOfSuite({
  title,
  suites,
  specs,
}: z.infer<typeof playwrightSuiteSchema>): Failure[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        title: `${title} › ${spec.title} [${projectName}]`,
        reason: shorten(results.flatMap(({ errors }) => errors)[0]?.message),
      })),
  );
  return [...own, ...(suites ?? []).flatMap(failuresOfSuite)];
}

const SHOWN_LINES = 12;

function shorten(message = ''): string {
  return message.split('\n').slice(0, SHOWN_LINES).join('\n');
}
