// @vitest-environment node
import { describe, expect, it } from 'vitest';
import * as timeline from '../../../src/inspector/timeline.ts';
import type { WireRecord } from '../../../src/inspector/wire.ts';

const { emptyMoment, momentAfter } = timeline;

let seq = 0;
const base = (sessionId: string) => ({ seq: seq++, sessionId, createdAt: '1000' });
const born = (sessionId: string, name: string, parentId?: string): WireRecord => ({
  type: '@xstate.actor',
  ...base(sessionId),
  name,
  ...(parentId === undefined ? {} : { parentId }),
});
const told = (sessionId: string, type: string, sourceId?: string): WireRecord => ({
  type: '@xstate.event',
  ...base(sessionId),
  event: { type },
  ...(sourceId === undefined ? {} : { sourceId }),
});
const became = (sessionId: string, type: string, value: string, context = {}): WireRecord => ({
  type: '@xstate.snapshot',
  ...base(sessionId),
  event: { type },
  snapshot: { status: 'active', machine: 'queue', value, context },
});

/** A root whose event starts a child; the root's snapshot follows the child's first one. */
const records = [
  born('x:0', 'root'),
  told('x:0', 'go'),
  born('x:1', 'queue', 'x:0'),
  told('x:1', 'xstate.init', 'x:0'),
  became('x:1', 'xstate.init', 'joining', { a: 1 }),
  became('x:0', 'go', 'queueing'),
  told('x:1', 'queue.reading', 'x:0'),
  became('x:1', 'queue.reading', 'waiting', { a: 2 }),
  told('x:1', 'queue.noise'),
  became('x:1', 'queue.noise', 'waiting', { a: 2 }),
];

describe('a moment', () => {
  it('holds the state of every actor after a record', () => {
    const actorsAt = (count: number) => momentAfter(emptyMoment, records.slice(0, count)).actors;
    const fresh = actorsAt(6)['x:1'];
    expect(fresh).toMatchObject({ name: 'queue', parentId: 'x:0', value: 'joining' });
    // Nothing is marked as changed in a new actor.
    expect(fresh?.before).toEqual(fresh?.context);
    const changed = { value: 'waiting', context: { a: 2 }, before: { a: 1 } };
    expect(actorsAt(8)).toMatchObject({ 'x:1': changed, 'x:0': { value: 'queueing' } });
  });

  it('drops finished calls', () => {
    const event = { type: 'xstate.init' };
    const snapshot = { status: 'done', output: 1 } as const;
    const call: WireRecord = { type: '@xstate.snapshot', ...base('x:2'), event, snapshot };
    const moment = momentAfter(emptyMoment, [...records, born('x:2', 'load'), call]);
    expect(Object.keys(moment.actors)).toEqual(['x:0', 'x:1', 'x:2']);
    expect(Object.keys(timeline.withoutFinishedCalls(moment).actors)).toEqual(['x:0', 'x:1']);
  });
});

describe('the log', () => {
  const rows = timeline.rowsOf(emptyMoment, records);

  it('has one line per event, in the order of sending, with its effect', () => {
    expect(rows.map(({ actor, event, state, from }) => [actor, event.type, state, from])).toEqual([
      ['root', 'go', 'queueing', null],
      ['queue', 'xstate.init', 'joining', 'root'],
      ['queue', 'queue.reading', 'waiting', 'root'],
      ['queue', 'queue.noise', 'waiting', null],
    ]);
    expect(rows.map(({ changed }) => changed)).toEqual([true, true, true, false]);
  });

  it('shows at each line a moment that is no older than the one before', () => {
    const upTo = rows.map((row) => row.upTo);
    expect(upTo).toEqual(upTo.toSorted((a, b) => a - b));
    expect(upTo).toEqual([6, 6, 8, 10]);
  });
});

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
