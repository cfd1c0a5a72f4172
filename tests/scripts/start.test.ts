import { describe, expect, it } from 'vitest';
import { explainOldNode } from '../../scripts/node-version.ts';
import { countPlaywright, countVitest } from '../../scripts/test/test-counts.ts';

describe('explainOldNode', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.3'])('accepts %s', (version) => {
    expect(explainOldNode(version)).toBeUndefined();
  });

  it.each(['18.20.4', '20.18.3', '19.30.0'])('names both versions for %s', (version) => {
    expect(explainOldNode(version)).toMatch(/20\.19 or newer/);
    expect(explainOldNode(version)).toContain(version);
  });
});

describe('counting tests', () => {
  it('reads the report of Vitest', () => {
    const failed = { fullName: 'adds', status: 'failed', failureMessages: ['expected 3'] };
    const report = {
      numPassedTests: 7,
      numFailedTests: 2,
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [failed] },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(countVitest(JSON.stringify(report))).toEqual({
      passed: 7,
      failed: 2,
      failures: [
        { title: 'a.test.ts › adds', reason: 'expected 3' },
        { title: 'b.test.ts', reason: 'no such module' },
      ],
    });
  });

  it('reads the report of Playwright, a flaky test as failed', () => {
    const test = (status: string) => ({
      projectName: 'phone',
      status,
      results: [{ errors: [{ message: `${status} for some reason` }] }],
    });
    const spec = (title: string, status: string) => ({ title, ok: false, tests: [test(status)] });
    const report = {
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 4 },
      suites: [
        {
          title: 'queue.spec.ts',
          specs: [spec('waits', 'unexpected')],
          suites: [{ title: 'refresh', specs: [spec('stays', 'flaky'), spec('goes', 'expected')] }],
        },
      ],
    };
    expect(countPlaywright(JSON.stringify(report))).toEqual({
      passed: 3,
      failed: 2,
      failures: [
        { title: 'queue.spec.ts › waits [phone]', reason: 'unexpected for some reason' },
        { title: 'refresh › stays [phone]', reason: 'flaky for some reason' },
      ],
    });
  });

  it('refuses an unknown report', () => {
    expect(() => countVitest('{}')).toThrow();
    expect(() => countPlaywright('')).toThrow();
  });
});
