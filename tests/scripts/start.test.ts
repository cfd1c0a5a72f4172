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
    const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 2, testResults: [] });
    expect(countVitest(report)).toEqual({ passed: 7, failed: 2 });
  });

  it('reads the report of Playwright, a flaky test as failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 4 };
    expect(countPlaywright(JSON.stringify({ stats }))).toEqual({ passed: 3, failed: 2 });
  });

  it('refuses an unknown report', () => {
    expect(() => countVitest('{}')).toThrow();
    expect(() => countPlaywright('')).toThrow();
  });
});
