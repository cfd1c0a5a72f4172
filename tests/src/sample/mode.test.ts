// @vitest-environment node

import { describe, expect, it } from 'vitest';
import { sampleModeOf } from '../../../src/sample/mode.ts';

describe('the use of sample data', () => {
  it.each([
    ['production', false, 'off'],
    ['production', true, 'fallback'],
    ['qa', false, 'off'],
    ['development', false, 'off'],
    ['demo', false, 'demo'],
    ['demo', true, 'demo'],
  ] as const)('a build "%s" with DEMO_FALLBACK %s: %s', (build, demoFallback, mode) => {
    expect(sampleModeOf(build, { demoFallback })).toBe(mode);
  });
});
