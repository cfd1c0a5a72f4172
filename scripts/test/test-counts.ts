import * as z from 'zod/mini';

export interface TestCounts {
  passed: number;
  failed: number;
}

const vitestReportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Counts of Vitest's JSON report. Throws when it is not one. */
export function countVitest(report: string): TestCounts {
  const { numPassedTests, numFailedTests } = vitestReportSchema.parse(JSON.parse(report));
  return { passed: numPassedTests, failed: numFailedTests };
}

/** Counts of Playwright's JSON report. Throws when it is not one. A flaky test counts as failed. */
export function countPlaywright(report: string): TestCounts {
  const { stats } = playwrightReportSchema.parse(JSON.parse(report));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
