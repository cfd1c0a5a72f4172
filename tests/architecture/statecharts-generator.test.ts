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
import { chartOf, spokenTime } from '../../scripts/statecharts/chart.ts';
import { drawingOf } from '../../scripts/statecharts/drawing.ts';
import { pageOf } from '../../scripts/statecharts/page.ts';
import { svgOf } from '../../scripts/statecharts/svg.ts';

// What the charts in docs/statecharts show is proven by comparing those with the machines.

const probeSetup = setup({
  actors: { ask: fromPromise(() => Promise.resolve(1)) },
  delays: { pause: 150, wait: () => 5, later: 2000 },
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

it('a chart draws one arrow to a state with many sources, and counts the others', () => {
  const target = { on: { go: { target: '#busy.hub' } } };
  const states = { a: target, b: target, c: target, hub: {} };
  const chart = chartOf(createMachine({ id: 'busy', initial: 'a', states }));
  const usual = drawingOf(chart);
  expect(usual.arrows).toEqual([{ from: 'busy.a', to: 'busy.hub', labels: ['go'] }]);
  const rows = usual.root.boxes.map((box) => box.rows);
  expect(rows).toEqual([[], ['go → hub'], ['go → hub'], ['from 3 states']]);
  const chosen = drawingOf(chart, { 'busy.hub': 'busy.c' });
  expect(chosen.arrows).toEqual([{ from: 'busy.c', to: 'busy.hub', labels: ['go'] }]);
  const wrong = { 'busy.a': 'busy.c' };
  expect(() => drawingOf(chart, wrong)).toThrow('No way leads from busy.c to busy.a.');
});

it('a chart places a row of states below another one without a visible line', async () => {
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

it('a page of a chart has units for its delays, and says what each computed one is', () => {
  expect([150, 1500, 30_000, 900_000].map(spokenTime)).toEqual([
    '150 ms',
    '1.5 s',
    '30 s',
    '15 min',
  ]);
  const machine = probeSetup.createMachine({
    id: 'probe',
    initial: 'a',
    states: { a: { after: { pause: 'b' } }, b: { after: { wait: 'a' } } },
  });
  const page = (computed: Record<string, string>) =>
    pageOf({
      ...{
        flow: 'probe',
        title: 'a probe',
        purpose: 'Waits.',
        chart: chartOf(machine),
        mermaid: '',
      },
      ...{
        links: [],
        states: new Map([['probe.a', 'Waits | rests.']]),
        ports: [],
        flows: new Map(),
      },
      ...{ timings: new Map([['pause', 'Breath.']]), computed },
    }).split('\n');
  for (const line of [
    '| `a` | atomic | Waits \\| rests. |  |',
    '| `pause` | 150 ms | `a` | Breath. |',
    '| `wait` | computed: the rest | `b` |  |',
    '| `later` | 2000 ms (2 s) | an action |  |',
  ])
    expect(page({ wait: 'the rest' })).toContain(line);
  expect(() => page({})).toThrow('what probe.wait is');
  expect(() => page({ wait: 'x', pause: 'y' })).toThrow('probe computes no delay "pause"');
});
