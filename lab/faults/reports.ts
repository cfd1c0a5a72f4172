import { relative } from 'node:path';
import * as z from 'zod/mini';
import { rowsIn } from './titles.ts';

/** The result of one test. A skipped one proves nothing. */
export interface Proof {
  readonly file: string;
  readonly title: string;
  readonly rows: readonly string[];
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly ms: number;
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.nullish(z.number()),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  ok: z.boolean(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ duration: z.number() })),
    }),
  ),
});

interface Suite {
  readonly title: string;
  readonly specs: readonly z.infer<typeof playwrightSpec>[];
  readonly suites?: readonly Suite[] | undefined;
}

const playwrightSuite: z.ZodMiniType<Suite> = z.object({
  title: z.string(),
  specs: z.array(playwrightSpec),
  suites: z.optional(z.lazy(() => z.array(playwrightSuite))),
});

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  config: z.object({ rootDir: z.string() }),
});

/** Tests of Vitest's JSON report that claim rows by their full names. Throws if it is no such report. */
export function proofsOfVitest(report: string, root: string): Proof[] {
  return vitestReport.parse(JSON.parse(report)).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .map(({ fullName, status, duration }) => ({
        file: relative(root, name).replaceAll('\\', '/'),
        title: fullName,
        rows: rowsIn(fullName),
        outcome: outcomeOf(status),
        ms: duration ?? 0,
      }))
      .filter(({ rows }) => rows.length > 0),
  );
}

/** The same for Playwright's JSON report. */
export function proofsOfPlaywright(report: string, root: string): Proof[] {
  const { suites, config } = playwrightReport.parse(JSON.parse(report));
  const folder = relative(root, config.rootDir).replaceAll('\\', '/');
  return suites.flatMap(specsOf).flatMap(({ title, file, tests, ok }) =>
    rowsIn(title).length === 0
      ? []
      : [
          {
            file: `${folder}/${file}`,
            title,
            rows: rowsIn(title),
            outcome: tests.every(({ status }) => status === 'skipped')
              ? ('skipped' as const)
              : ok
                ? ('passed' as const)
                : ('failed' as const),
            ms: tests
              .flatMap(({ results }) => results)
              .reduce((sum, { duration }) => sum + duration, 0),
          },
        ],
  );
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function outcomeOf(status: string): Proof['outcome'] {
  if (status === 'passed') return 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}
