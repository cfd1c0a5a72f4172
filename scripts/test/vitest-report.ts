import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import { DefaultReporter, type TestModule, type TestRunEndReason } from 'vitest/node';
import type { StageReport, TimedFile, TimedTest } from './stage-report.ts';
import { shorten } from './stage-report.ts';

/** Name of the variable with the path of the report. */
export const reportVariable = 'TEST_REPORT_FILE';

const filesPerLine = 40;

/** Vitest's usual report without a line for each file that passed, and what `npm test` needs of a run as JSON. */
export default class QuietReport extends DefaultReporter {
  private expected = 0;
  private ended = 0;

  override onTestRunStart(files: Parameters<DefaultReporter['onTestRunStart']>[0]): void {
    this.expected = files.length;
    super.onTestRunStart(files);
  }

  override onTestModuleEnd(module: TestModule): void {
    this.ended += 1;
    if (this.ended % filesPerLine === 0 || this.ended === this.expected) {
      this.log(`  ${this.ended} of ${this.expected} test files`);
    }
    super.onTestModuleEnd(module);
  }

  protected override printTestModule(module: TestModule): void {
    if (module.state() === 'failed') super.printTestModule(module);
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    const path = process.env[reportVariable];
    if (path !== undefined) writeFileSync(path, JSON.stringify(reportOf(modules)));
  }
}

function reportOf(modules: readonly TestModule[]): StageReport {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failedAlone = modules.filter(
    (module) =>
      module.state() === 'failed' &&
      [...module.children.allTests()].every((test) => test.result().state !== 'failed'),
  );
  const failed = tests.filter((test) => test.result().state === 'failed');
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failed.length + failedAlone.length,
    skipped: tests
      .filter((test) => test.result().state === 'skipped')
      .map((test) => `${test.module.relativeModuleId} › ${test.fullName}`),
    failures: [
      ...failed.map((test) => ({
        title: `${test.module.relativeModuleId} › ${test.fullName}`,
        reason: shorten(test.result().errors?.[0]?.message),
      })),
      // A file that cannot be loaded fails without a test.
      ...failedAlone.map((module) => ({
        title: module.relativeModuleId,
        reason: shorten(module.errors()[0]?.message),
      })),
    ],
    files: modules.map(timedFile),
    tests: tests.map(
      (test): TimedTest => ({
        title: `${test.module.relativeModuleId} › ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      }),
    ),
  };
}

function timedFile(module: TestModule): TimedFile {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const inTests = [...module.children.allTests()].reduce(
    (sum, test) => sum + (test.diagnostic()?.duration ?? 0),
    0,
  );
  return {
    room: module.project.name,
    file: module.relativeModuleId,
    // Hooks of a file, such as the start of its database, are no test.
    setUpMs: collectDuration + setupDuration + Math.max(0, duration - inTests),
    testMs: inTests,
  };
}
