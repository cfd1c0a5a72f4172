import type { Step } from '../../server/domain/lifecycle/lifecycle.ts';
import type { Chart, ChartState, ChartTransition } from './chart.ts';
import { drawingOf } from './drawing.ts';
import type { LifecycleChart } from './lifecycles.ts';
import { mermaidOf } from './mermaid.ts';
import { code, table } from './page.ts';

/** The start of a row that does not exist yet. */
const unmade = 'new';

/** The chart of a lifecycle: a box for each state, in the order of the table, and one for a row that does not exist yet. */
export function lifecycleChartOf({ lifecycle: { thing, steps } }: LifecycleChart): Chart {
  const keys = [...new Set(steps.flatMap(({ from, to }) => [from ?? unmade, to]))];
  const idOf = (key: string) => `${thing}.${key}`;
  const states = keys.map((key) => {
    const own = steps.filter(({ from }) => (from ?? unmade) === key);
    return stateOf(
      idOf(key),
      key,
      own.map((step) => transitionOf(step, idOf)),
    );
  });
  const root = stateOf(thing, thing, []);
  return {
    root: { ...root, kind: 'compound', initial: [idOf(unmade)], states },
    delays: new Map(),
  };
}

function stateOf(id: string, key: string, transitions: readonly ChartTransition[]): ChartState {
  return {
    id,
    key,
    kind: transitions.length === 0 ? 'final' : 'atomic',
    initial: [],
    entry: [],
    exit: [],
    invokes: [],
    output: null,
    transitions,
    states: [],
  };
}

function transitionOf({ from, event, to }: Step, idOf: (key: string) => string): ChartTransition {
  return {
    source: idOf(from ?? unmade),
    trigger: { kind: 'event', name: event },
    guard: null,
    isElse: false,
    targets: [idOf(to)],
    reenter: from === to,
    actions: [],
  };
}

/** The page of a lifecycle as Markdown. */
export function lifecyclePageOf(chart: LifecycleChart): string {
  const { name, lifecycle, title, purpose, clocks, layout } = chart;
  const file = `server/domain/lifecycle/${name}.ts`;
  const clockNames = Object.keys(clocks);
  const mermaid = mermaidOf(drawingOf(lifecycleChartOf(chart), layout.mainWays));
  return `${[
    `# server-${name}: ${title}`,
    `${purpose} It stands in the column ${code(`${lifecycle.table}.${lifecycle.column}`)}.`,
    `Table: [${name}.ts](../../${file}). Writer: [lifecycle.ts](../../server/domain/lifecycle/lifecycle.ts). Tests: [lifecycle](../../tests/server/domain/lifecycle).`,
    `[![The chart of server-${name}](server-${name}.svg)](server-${name}.svg)`,
    '## Steps',
    'The writer refuses every step that is not in the table. A step without a clock leaves the deadline as it is; a step without a verb is recorded by the audit row of another table.',
    table(
      ['from', 'event', 'to', 'clock', 'audit verb'],
      lifecycle.steps.map(({ from, event, to, clock, audit }) => [
        from === null ? '–' : code(from),
        code(event),
        code(to),
        clock === null ? '' : code(clock),
        audit === null ? '' : code(`${lifecycle.thing}.${audit}`),
      ]),
    ),
    ...(clockNames.length === 0
      ? []
      : [
          '## Clocks',
          table(
            ['clock', 'the deadline it sets'],
            clockNames.map((clock) => [code(clock), clocks[clock] ?? '']),
          ),
        ]),
    '## As text',
    `\`\`\`mermaid\n${mermaid}\n\`\`\``,
  ].join('\n\n')}\n`;
}
