import { describe, expect, it } from 'vitest';
import { explainOldNode } from '../../scripts/node-version.ts';

describe('explainOldNode', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.3'])('accepts %s', (version) => {
    expect(explainOldNode(version)).toBeUndefined();
  });

  it.each(['18.20.4', '20.18.3', '19.30.0'])('names both versions for %s', (version) => {
    expect(explainOldNode(version)).toMatch(/20\.19 or newer/);
    expect(explainOldNode(version)).toContain(version);
  });
});
