import { describe, expect, it } from 'vitest';
import { filesOf, type Manifest, verdictOf } from '../../scripts/build/first-load.ts';

const manifest: Manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_app-1.js'] },
  '_app-1.js': { file: 'app.js', name: 'app', imports: ['_vendor-1.js'] },
  '_vendor-1.js': { file: 'vendor.js', name: 'vendor' },
  'src/a.tsx': {
    file: 'a.js',
    imports: ['_app-1.js', '_shared-1.js'],
    dynamicImports: ['src/b.tsx'],
  },
  'src/b.tsx': { file: 'b.js' },
  '_shared-1.js': { file: 'shared.js', name: 'shared', imports: ['src/a.tsx'] },
};

describe('the files of a page', () => {
  it('are its own and all static imports, each once, even in import cycles', () => {
    expect([...filesOf(manifest, ['src/a.tsx', 'index.html'])].sort()).toEqual([
      'a.js',
      'app.js',
      'index.js',
      'shared.js',
      'vendor.js',
    ]);
  });

  it('are found by name if a static import shares them', () => {
    expect([...filesOf(manifest, ['src/deep/shared.ts'])]).toContain('shared.js');
  });

  it('are reported by name if the build lacks them, so that a moved page does not count as empty', () => {
    expect(() => filesOf(manifest, ['src/gone.tsx'])).toThrow('src/gone.tsx');
  });
});

it.each([
  [950, 'within'],
  [951, 'close'],
  [1_000, 'close'],
  [1_001, 'over'],
] as const)('a page of %i of 1000 bytes is %s', (bytes, verdict) => {
  expect(verdictOf({ name: '/', bytes, budget: 1_000 })).toBe(verdict);
});
