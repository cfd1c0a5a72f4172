import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  and,
  assign,
  createMachine,
  fromPromise,
  raise,
  setup,
} from 'xstate';
import { chartOf, spokenTime, withDescendants } from '../../scripts/statecharts/chart.ts';
import { drawingOf, withInner } from '../../scripts/statecharts/drawing.ts';
import { mermaidOf } from '../../scripts/statecharts/mermaid.ts';
import { type PageFacts, pageOf } from '../../scripts/statecharts/page.ts';
import { svgOf } from '../../scripts/statecharts/svg.ts';

const probeSetup = setup({
  types: {} as { events: { type: 'go' } | { type: 'stop' } | { type: 'note' } },
  actors: { ask: fromPromise(() => Promise.resolve(1)) },
  guards: { isReady: () => true, isLate: () => false },
  actions: { keep: assign({}), tell: () => {} },
  delays: { pause: 150, wait: () => 5, later: 2000 },
});

/** Nested, parallel, always, after, guards, an actor and a final state: every element of a chart. */
const probe = probeSetup.createMachine({
  id: 'probe',
  initial: 'resting',
  on: { stop: { target: '.over' } },
  states: {
    resting: {
      entry: 'tell',
      on: {
        go: [
          { guard: 'isReady', target: 'working', actions: ['keep', 'tell'] },
          { actions: 'keep' },
        ],
        note: { target: 'resting', reenter: true },
      },
    },
    working: {
      type: 'parallel',
      states: {
        asking: {
          initial: 'open',
          states: {
            open: {
              invoke: {
                src: 'ask',
                id: 'asked',
                onDone: [{ guard: 'isLate', target: '#probe.over' }, { target: 'answered' }],
                onError: { target: '#probe.resting' },
              },
            },
            answered: { always: { guard: 'isLate', target: 'open' } },
          },
        },
        timing: {
          initial: 'short',
          states: {
            short: { after: { pause: { target: 'long' } } },
            long: { after: { wait: { guard: 'isReady', target: 'short' } } },
          },
        },
      },
    },
    over: { type: 'final', output: { kind: 'over' } },
  },
});

const chart = chartOf(probe);
const drawing = drawingOf(chart);

describe('the chart of a machine', () => {
  it('contains every state with its kind', () => {
    expect(withDescendants(chart.root).map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'probe compound',
      'probe.resting atomic',
      'probe.working parallel',
      'probe.working.asking compound',
      'probe.working.asking.open atomic',
      'probe.working.asking.answered atomic',
      'probe.working.timing compound',
      'probe.working.timing.short atomic',
      'probe.working.timing.long atomic',
      'probe.over final',
    ]);
  });

  it('contains every branch of every transition', () => {
    const all = withDescendants(chart.root).flatMap(({ transitions }) => transitions);
    expect(all).toHaveLength(10);
    expect(all.filter(({ source }) => source === 'probe.resting')).toEqual([
      {
        source: 'probe.resting',
        trigger: { kind: 'event', name: 'go' },
        guard: 'isReady',
        isElse: false,
        targets: ['probe.working'],
        reenter: false,
        actions: ['keep', 'tell'],
      },
      {
        source: 'probe.resting',
        trigger: { kind: 'event', name: 'go' },
        guard: null,
        isElse: true,
        targets: [],
        reenter: false,
        actions: ['keep'],
      },
      {
        source: 'probe.resting',
        trigger: { kind: 'event', name: 'note' },
        guard: null,
        isElse: false,
        targets: ['probe.resting'],
        reenter: true,
        actions: [],
      },
    ]);
  });

  it('contains the actors, the delays, the initial states and the final state', () => {
    const states = new Map(withDescendants(chart.root).map((state) => [state.id, state]));
    expect(states.get('probe.working.asking.open')?.invokes).toEqual([{ id: 'asked', src: 'ask' }]);
    expect(states.get('probe.working.timing')?.initial).toEqual(['probe.working.timing.short']);
    expect(states.get('probe.working')?.initial).toEqual([]);
    // The timers that XState adds for `after` are not named actions.
    expect(states.get('probe.working.timing.short')?.entry).toEqual([]);
    expect(states.get('probe.over')?.output).toBe('{"kind":"over"}');
    expect([...chart.delays]).toEqual([
      ['pause', 150],
      ['wait', 'computed'],
      ['later', 2000],
    ]);
  });
});

const nested = (config: object) =>
  createMachine({ id: 'bad', initial: 'a', states: { a: config } }) as AnyStateMachine;

describe('an unnamed implementation is refused with its position', () => {
  it.each([
    ['guard', { on: { go: { guard: () => true } } }, '"go" of state "bad.a"'],
    ['guard', { on: { go: { guard: and(['isReady']) } } }, '"go" of state "bad.a"'],
    ['guard', { always: { guard: () => false } }, '"always" of state "bad.a"'],
    ['action', { on: { go: { actions: [() => {}] } } }, '"go" of state "bad.a"'],
    ['action', { entry: raise({ type: 'go' }) }, 'the entry of state "bad.a"'],
    ['action', { exit: assign({}) }, 'the exit of state "bad.a"'],
    ['actor', { invoke: { src: fromPromise(async () => 1) } }, 'an invoke of state "bad.a"'],
  ])('an inline %s (%#)', (kind, config, place) => {
    expect(() => chartOf(nested(config))).toThrow(
      `An inline ${kind} in ${place}: name it in setup().`,
    );
  });

  it.each([
    ['guard "isReady"', { on: { go: { guard: 'isReady' } } }],
    ['action "keep"', { entry: 'keep' }],
    ['actor "ask"', { invoke: { src: 'ask', id: 'asked' } }],
    ['delay "pause"', { after: { pause: {} } }],
    ['delay "150"', { after: { 150: {} } }],
  ])('an unknown name in setup: the %s', (name, config) => {
    expect(() => chartOf(nested(config))).toThrow(`The ${name} in `);
  });

  it('an invoke without an id', () => {
    const machine = probeSetup.createMachine({ id: 'bad', invoke: { src: 'ask' } });
    expect(() => chartOf(machine)).toThrow('An invoke of state "bad" has no id: name it.');
  });
});

describe('the drawing of a chart', () => {
  it('labels the arrows between plain states', () => {
    expect(drawing.arrows).toEqual([
      { from: 'probe.resting', to: 'probe.working', labels: [] },
      { from: 'probe.resting', to: 'probe.resting', labels: ['note'] },
      { from: 'probe.working.asking.open', to: 'probe.over', labels: ['asked ✓ [isLate]'] },
      {
        from: 'probe.working.asking.open',
        to: 'probe.working.asking.answered',
        labels: ['asked ✓ [else]'],
      },
      { from: 'probe.working.asking.open', to: 'probe.resting', labels: ['asked ✗'] },
      {
        from: 'probe.working.asking.answered',
        to: 'probe.working.asking.open',
        labels: ['always [isLate]'],
      },
      {
        from: 'probe.working.timing.short',
        to: 'probe.working.timing.long',
        labels: ['after pause (150 ms)'],
      },
      {
        from: 'probe.working.timing.long',
        to: 'probe.working.timing.short',
        labels: ['after wait (computed) [isReady]'],
      },
    ]);
  });

  it('lists all other transitions in the states', () => {
    const rows = withInner(drawing.root).map(({ state, rows }) => [state.id, ...rows]);
    expect(rows.filter(({ length }) => length > 1)).toEqual([
      ['probe', 'stop → over'],
      ['probe.resting', 'entry / tell', 'go [isReady] → working', 'go [else] / keep'],
      ['probe.working.asking.open', 'invoke ask'],
      ['probe.over', 'kind: over'],
    ]);
  });

  it('draws one arrow to a state with many sources, and counts the others', () => {
    const target = { on: { go: { target: '#busy.hub' } } };
    const machine = createMachine({
      id: 'busy',
      initial: 'a',
      states: { a: target, b: target, c: target, hub: {} },
    });
    const usual = drawingOf(chartOf(machine));
    expect(usual.arrows).toEqual([{ from: 'busy.a', to: 'busy.hub', labels: ['go'] }]);
    expect(usual.root.boxes.map(({ rows }) => rows)).toEqual([
      [],
      ['go → hub'],
      ['go → hub'],
      ['from 3 states'],
    ]);
    const chosen = drawingOf(chartOf(machine), { 'busy.hub': 'busy.c' });
    expect(chosen.arrows).toEqual([{ from: 'busy.c', to: 'busy.hub', labels: ['go'] }]);
    expect(() => drawingOf(chartOf(machine), { 'busy.a': 'busy.c' })).toThrow(
      'No way leads from busy.c to busy.a.',
    );
  });

  it('formats durations in readable units', () => {
    expect([150, 1500, 30_000, 900_000].map(spokenTime)).toEqual([
      '150 ms',
      '1.5 s',
      '30 s',
      '15 min',
    ]);
  });
});

describe('the pictures of a chart', () => {
  it('are SVG with a title per state, dashed regions, dark final states and a dot for each initial state', async () => {
    const svg = await svgOf(chart, { direction: 'top-down' });
    const states = [...svg.matchAll(/<g class="state (\w+)">\n<title>([^<]*)</g)];
    expect(states.map(([, kind, id]) => `${id} ${kind}`).toSorted()).toEqual([
      'probe compound',
      'probe.over final',
      'probe.resting atomic',
      'probe.working compound',
      'probe.working.asking region',
      'probe.working.asking.answered atomic',
      'probe.working.asking.open atomic',
      'probe.working.timing region',
      'probe.working.timing.long atomic',
      'probe.working.timing.short atomic',
    ]);
    expect(svg.match(/class="initial"/g)).toHaveLength(3);
    expect(svg.match(/class="transition"/g)).toHaveLength(drawing.arrows.length + 3);
    expect(svg).toContain('>after pause (150 ms)</text>');
    expect(svg).toContain('>open</text>');
    expect(svg).not.toMatch(/\s(?:[cxy]+[12]?|d|points|width|height|viewBox)="[^"]*\.\d\d/);
    expect(svg).not.toMatch(/<style|\sstyle=|\sid=|NaN|Infinity|undefined/);
  });

  it('place a row of states below another one without a visible line', async () => {
    const machine = createMachine({ id: 'rows', initial: 'a', states: { a: {}, b: {} } });
    const top = async (rows: string[][]) => {
      const svg = await svgOf(chartOf(machine), { direction: 'top-down', rows });
      const [, y] = /<title>rows\.b<\/title>\n<rect x="[^"]*" y="([^"]*)"/.exec(svg) ?? [];
      expect(svg.match(/class="transition"/g)).toHaveLength(1);
      return Number(y);
    };
    expect(await top([['a'], ['b']])).toBeGreaterThan(await top([]));
    await expect(top([['a'], ['c']])).rejects.toThrow('names a state "c", which is not there');
  });

  it('are Mermaid', () => {
    expect(mermaidOf(drawing).split('\n')).toEqual([
      'stateDiagram-v2',
      '  state "probe" as probe {',
      '    [*] --> probe_resting',
      '    state "in all of probe" as probe__',
      '    probe__ : stop → over',
      '    state "resting" as probe_resting',
      '    probe_resting : entry / tell',
      '    probe_resting : go [isReady] → working',
      '    probe_resting : go [else] / keep',
      '    state "working" as probe_working {',
      '      state "asking" as probe_working_asking {',
      '        [*] --> probe_working_asking_open',
      '        state "open" as probe_working_asking_open',
      '        probe_working_asking_open : invoke ask',
      '        state "answered" as probe_working_asking_answered',
      '      }',
      '      --',
      '      state "timing" as probe_working_timing {',
      '        [*] --> probe_working_timing_short',
      '        state "short" as probe_working_timing_short',
      '        state "long" as probe_working_timing_long',
      '      }',
      '    }',
      '    state "over" as probe_over',
      '    probe_over : kind#58; over',
      '    probe_over --> [*]',
      '  }',
      '  probe_resting --> probe_working',
      '  probe_resting --> probe_resting : note',
      '  probe_working_asking_open --> probe_over : asked ✓ [isLate]',
      '  probe_working_asking_open --> probe_working_asking_answered : asked ✓ [else]',
      '  probe_working_asking_open --> probe_resting : asked ✗',
      '  probe_working_asking_answered --> probe_working_asking_open : always [isLate]',
      '  probe_working_timing_short --> probe_working_timing_long : after pause (150 ms)',
      '  probe_working_timing_long --> probe_working_timing_short : after wait (computed) [isReady]',
    ]);
  });
});

describe('the page of a chart', () => {
  const facts: PageFacts = {
    flow: 'probe',
    title: 'a probe',
    purpose: 'Shows everything.',
    chart,
    mermaid: 'stateDiagram-v2',
    links: [{ title: 'Machine', paths: ['machines/probe/probe.machine.ts'] }],
    states: new Map([['probe.resting', 'Waits | rests.']]),
    ports: [
      { slot: 'ask', kind: 'promise', doc: 'Asks.', types: ['number', '{ slug: string }'] },
      { slot: 'line', kind: 'callback', doc: 'Talks.', types: ['Command', 'Input'] },
      { slot: 'page', kind: 'callback', doc: 'Tells.', types: [] },
      { slot: 'other', kind: 'machine', doc: '', types: ['otherMachine'] },
    ],
    flows: new Map([['otherMachine', 'other']]),
    timings: new Map([['pause', 'Breath.']]),
    computed: { wait: 'the rest' },
  };

  it.each([
    '| `resting` | atomic | Waits \\| rests. | on entry `tell` |',
    '| `working.asking.open` | atomic |  | invokes `ask` as `asked` |',
    '| `probe` | `stop` |  | `over` |  |',
    '| `resting` | `go` | `isReady` | `working` | `keep`, `tell` |',
    '| `resting` | `go` | else | stays | `keep` |',
    '| `resting` | `note` |  | `resting`, again |  |',
    '| `working.asking.open` | `asked ✗` |  | `resting` |  |',
    '| `working.asking.answered` | `always` | `isLate` | `working.asking.open` |  |',
    '| `working.timing.short` | `after pause (150 ms)` |  | `working.timing.long` |  |',
    '| `ask` | Asks. | `{ slug: string }` | `number` |',
    '| `line` | Talks. | `Input` | sends events; takes `Command` |',
    '| `page` | Tells. |  | sends events |',
    '| `other` | [other](other.md) |',
    '| `pause` | 150 ms | `working.timing.short` | Breath. |',
    '| `wait` | computed: the rest | `working.timing.long` |  |',
    '| `later` | 2000 ms (2 s) | an action |  |',
    '| `over` | `{"kind":"over"}` |',
    'Machine: [probe.machine.ts](../../machines/probe/probe.machine.ts).',
  ])('contains: %s', (line) => {
    expect(pageOf(facts).split('\n')).toContain(line);
  });

  it('is refused if a computed delay lacks a description, or a description its delay', () => {
    expect(() => pageOf({ ...facts, computed: {} })).toThrow('what probe.wait is');
    expect(() => pageOf({ ...facts, computed: { wait: 'x', pause: 'y' } })).toThrow(
      'probe computes no delay "pause"',
    );
  });
});
