import { describe, expect, it } from 'vitest';
import { playwrightReport } from '../../scripts/test/playwright-report.ts';
import { slowness } from '../support/slowness.ts';

describe('the report of a run', () => {
  it('counts the browser tests, a flaky test as failed, and names what was skipped', () => {
    const test = (status: string) => ({
      projectName: 'phone',
      status,
      results: [{ duration: 40, errors: [{ message: `${status} for some reason` }] }],
    });
    const spec = (title: string, status: string) => ({ title, tests: [test(status)] });
    const report = {
      errors: [{ message: 'b.spec.ts does not load' }],
      suites: [
        {
          title: 'queue.spec.ts',
          specs: [spec('waits', 'unexpected'), spec('prints', 'skipped')],
          suites: [{ title: 'refresh', specs: [spec('stays', 'flaky'), spec('goes', 'expected')] }],
        },
      ],
    };
    expect(playwrightReport(JSON.stringify(report))).toMatchObject({
      passed: 1,
      failed: 3,
      skipped: ['queue.spec.ts › prints [phone]'],
      failures: [
        { title: 'queue.spec.ts › waits [phone]', reason: 'unexpected for some reason' },
        { title: 'refresh › stays [phone]', reason: 'flaky for some reason' },
        { title: 'browser', reason: 'b.spec.ts does not load' },
      ],
    });
  });
});

describe('the limits of tests', () => {
  it('grow by what the start of the run measured', () => {
    expect(slowness({})).toBe(1);
    expect(slowness({ TEST_SLOWNESS: '2.5' })).toBe(2.5);
  });

  it.each(['', '0.5', 'slow', 'Infinity'])('are not those of %j', (text) => {
    expect(() => slowness({ TEST_SLOWNESS: text })).toThrow(/TEST_SLOWNESS takes a number/);
  });
});
