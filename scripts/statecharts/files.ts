import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chartOf } from './chart.ts';
import { computedDelays } from './computed-delays.ts';
import { drawingOf } from './drawing.ts';
import { indexOf } from './index-page.ts';
import { lifecycleChartOf, lifecyclePageOf } from './lifecycle-chart.ts';
import { lifecycleCharts } from './lifecycles.ts';
import { type Statechart, statecharts } from './machines.ts';
import { mermaidOf } from './mermaid.ts';
import { pageOf } from './page.ts';
import { memberDocs, portDocs, stateDocs } from './source.ts';
import { svgOf } from './svg.ts';

/** Paths of the files, relative to the project. */
export const folder = 'docs/statecharts';

/** A file of the folder, by its name. */
export interface DrawnFile {
  readonly name: string;
  readonly text: string;
}

/** The expected content of the folder. Throws if a machine cannot be described completely. */
export async function drawnFiles(): Promise<readonly DrawnFile[]> {
  const files: DrawnFile[] = [{ name: 'README.md', text: indexOf(statecharts, lifecycleCharts) }];
  for (const statechart of statecharts) files.push(...(await filesOf(statechart)));
  for (const lifecycle of lifecycleCharts) {
    const name = `server-${lifecycle.name}`;
    const svg = await svgOf(lifecycleChartOf(lifecycle), lifecycle.layout);
    files.push({ name: `${name}.svg`, text: svg });
    files.push({ name: `${name}.md`, text: lifecyclePageOf(lifecycle) });
  }
  return files;
}

async function filesOf(statechart: Statechart): Promise<readonly DrawnFile[]> {
  const { flow, machine, ports, title, purpose, layout, screens, tests } = statechart;
  const chart = chartOf(machine);
  const path = (part: string) => `machines/${flow}/${flow}.${part}.ts`;
  const slots = portDocs(path('ports'));
  const declared = Object.keys(ports).join(' ');
  if (slots.map(({ slot }) => slot).join(' ') !== declared) {
    throw new Error(`The ports of ${flow} could not be read from their source.`);
  }
  const page = pageOf({
    flow,
    title,
    purpose,
    chart,
    mermaid: mermaidOf(drawingOf(chart, layout.mainWays)),
    links: [
      {
        title: 'Machine',
        paths: ['machine', 'types', 'ports', 'rules', 'setup'].map(path).filter(isThere),
      },
      { title: 'Screens', paths: screens },
      { title: 'Tests', paths: tests },
    ],
    states: stateDocs(path('machine')),
    ports: slots,
    flows: new Map(statecharts.map((other) => [`${other.machine.id}Machine`, other.flow])),
    timings: memberDocs('machines/shared/timings.ts', 'timings'),
    computed: computedDelays[flow] ?? {},
  });
  return [
    { name: `${flow}.svg`, text: await svgOf(chart, layout) },
    { name: `${flow}.md`, text: page },
  ];
}

function isThere(path: string): boolean {
  return existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)));
}
