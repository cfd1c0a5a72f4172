// @vitest-environment node
import { describe, expect, it } from 'vitest';
import * as timeline from '../../../src/inspector/timeline.ts';

describe('a state', () => {
  const value = { choosing: { selection: 'kept', voucher: { applied: 'idle' } } };

  it('consists of all its nodes, by their ids on the chart', () => {
    const under = (names: string) => names.split(' ').map((name) => `seatDraft.choosing.${name}`);
    expect(timeline.activeNodes('seatDraft', value)).toEqual([
      ...['seatDraft', 'seatDraft.choosing'],
      ...under('selection selection.kept voucher voucher.applied voucher.applied.idle'),
    ]);
    const leaves = under('selection.kept voucher.applied.idle');
    expect(timeline.activeLeaves('seatDraft', value)).toEqual(leaves);
    expect(timeline.activeLeaves('otp', null)).toEqual(['otp']);
  });

  it('is written in one line', () => {
    expect(timeline.stateWords(value)).toBe('choosing (selection.kept, voucher.applied.idle)');
    expect(timeline.stateWords('waiting')).toBe('waiting');
    expect(timeline.stateWords({ here: 'now' })).toBe('here.now');
  });
});
