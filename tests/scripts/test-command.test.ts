import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { FileOrder } from '../../scripts/test/file-order.ts';
import { playwrightReport } from '../../scripts/test/playwright-report.ts';
import { timeTable } from '../../scripts/test/stage-report.ts';
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

  it('sums the time of each room and names the slowest tests first', () => {
    const table = timeTable({
      files: [
        { room: 'src', file: 'a.test.ts', setUpMs: 1000, testMs: 250 },
        { room: 'src', file: 'b.test.ts', setUpMs: 500, testMs: 250 },
      ],
      tests: [
        { title: 'quick', ms: 100 },
        { title: 'slow', ms: 400 },
      ],
    });
    expect(table[1]).toMatch(/src +2 files +1\.5 s set-up +0\.5 s tests/);
    expect(table.slice(-2)).toEqual([
      expect.stringMatching(/0\.4 s {2}slow/),
      expect.stringMatching(/0\.1 s {2}quick/),
    ]);
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

describe('the order of test files', () => {
  it('keeps files of one environment together, the longest first, and groups in their order', async () => {
    const root = mkdtempSync(join(tmpdir(), 'roetix-order-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const file = (name: string, head: string, groupOrder = 0) => {
      writeFileSync(join(root, name), head);
      const config = { environment: 'jsdom', sequence: { groupOrder } };
      return {
        moduleId: join(root, name),
        project: { name: 'room', config },
      } as unknown as TestSpecification;
    };
    const durations: Record<string, number> = { 'room:quick.ts': 5, 'room:node.ts': 7 };
    const vitest = {
      config: { root },
      cache: {
        getFileTestResults: (key: string) =>
          key in durations ? { duration: durations[key] } : undefined,
      },
    } as unknown as Vitest;
    const sorted = await new FileOrder(vitest).sort([
      file('later.ts', '', 1),
      file('quick.ts', ''),
      file('node.ts', '// @vitest-environment node'),
      file('unknown.ts', ''),
    ]);
    expect(sorted.map(({ moduleId }) => basename(moduleId))).toEqual([
      'unknown.ts',
      'quick.ts',
      'node.ts',
      'later.ts',
    ]);
  });
});
