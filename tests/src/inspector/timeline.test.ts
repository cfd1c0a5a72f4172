// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  activeLeaves,
  activeNodes,
  emptyMoment,
  momentAfter,
  rowsOf,
  stateWords,
  withoutFinishedCalls,
} from '../../../src/inspector/timeline.ts';
import type { WireRecord } from '../../../src/inspector/wire.ts';

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
    expect(momentAfter(emptyMoment, records.slice(0, 6)).actors['x:1']).toMatchObject({
      name: 'queue',
      parentId: 'x:0',
      value: 'joining',
    });
    const { actors } = momentAfter(emptyMoment, records.slice(0, 8));
    expect(actors['x:1']).toMatchObject({ value: 'waiting', context: { a: 2 }, before: { a: 1 } });
    expect(actors['x:0']).toMatchObject({ value: 'queueing' });
  });

  it('marks nothing as changed in a new actor', () => {
    const actor = momentAfter(emptyMoment, records.slice(0, 5)).actors['x:1'];
    expect(actor?.before).toEqual(actor?.context);
  });

  it('drops finished calls', () => {
    const call: WireRecord = {
      type: '@xstate.snapshot',
      ...base('x:2'),
      event: { type: 'xstate.init' },
      snapshot: { status: 'done', output: 1 },
    };
    const moment = momentAfter(emptyMoment, [...records, born('x:2', 'load'), call]);
    expect(Object.keys(moment.actors)).toEqual(['x:0', 'x:1', 'x:2']);
    expect(Object.keys(withoutFinishedCalls(moment).actors)).toEqual(['x:0', 'x:1']);
  });
});

describe('the log', () => {
  const rows = rowsOf(emptyMoment, records);

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
    expect(activeNodes('seatDraft', value)).toEqual([
      'seatDraft',
      'seatDraft.choosing',
      'seatDraft.choosing.selection',
      'seatDraft.choosing.selection.kept',
      'seatDraft.choosing.voucher',
      'seatDraft.choosing.voucher.applied',
      'seatDraft.choosing.voucher.applied.idle',
    ]);
    expect(activeLeaves('seatDraft', value)).toEqual([
      'seatDraft.choosing.selection.kept',
      'seatDraft.choosing.voucher.applied.idle',
    ]);
    expect(activeLeaves('otp', null)).toEqual(['otp']);
  });

  it('is written in one line', () => {
    expect(stateWords(value)).toBe('choosing (selection.kept, voucher.applied.idle)');
    expect(stateWords('waiting')).toBe('waiting');
    expect(stateWords({ here: 'now' })).toBe('here.now');
  });
});
