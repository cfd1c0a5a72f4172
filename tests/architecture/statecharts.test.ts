import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chartOf, withDescendants } from '../../scripts/statecharts/chart.ts';
import { drawnFiles, folder } from '../../scripts/statecharts/files.ts';
import { lifecycleChartOf } from '../../scripts/statecharts/lifecycle-chart.ts';
import { lifecycleCharts } from '../../scripts/statecharts/lifecycles.ts';
import { statecharts } from '../../scripts/statecharts/machines.ts';
import { palette } from '../../scripts/statecharts/paint.ts';
import { read } from './sources.ts';

const drawn = await drawnFiles();
const drawnText = (name: string) => drawn.find((file) => file.name === name)?.text ?? '';

describe('docs/statecharts', () => {
  it('matches the machines', () => {
    const committed = readdirSync(folder);
    expect(committed.toSorted()).toEqual(drawn.map(({ name }) => name).toSorted());
    const stale = drawn.filter(({ name, text }) => read(`${folder}/${name}`) !== text);
    const hint = 'run `npm run docs` and commit what changed';
    expect(
      stale.map(({ name }) => name),
      hint,
    ).toEqual([]);
  });

  it('has a chart of every machine', () => {
    const flows = readdirSync('machines').filter((flow) =>
      existsSync(`machines/${flow}/${flow}.machine.ts`),
    );
    expect(statecharts.map(({ flow }) => flow).toSorted()).toEqual(flows.toSorted());
  });

  const charts = [
    ...statecharts.map(({ flow, machine }) => [flow, chartOf(machine)] as const),
    ...lifecycleCharts.map((each) => [`server-${each.name}`, lifecycleChartOf(each)] as const),
  ];
  it.each(charts)('shows every state of %s once, by its full id', (name, { root }) => {
    const titles = [...drawnText(`${name}.svg`).matchAll(/<title>([^<]*)<\/title>/g)];
    const ids = withDescendants(root).map(({ id }) => id);
    expect(titles.map(([, title]) => title).toSorted()).toEqual(ids.toSorted());
  });

  it('has a chart of every lifecycle of the server', () => {
    const tables = readdirSync('server/domain/lifecycle')
      .filter((name) => name !== 'lifecycle.ts')
      .map((name) => name.replace('.ts', ''));
    expect(lifecycleCharts.map(({ name }) => name).toSorted()).toEqual(tables.toSorted());
  });

  it.each(lifecycleCharts)('shows every step of server-$name', ({ name, clocks, lifecycle }) => {
    const page = drawnText(`server-${name}.md`);
    const { steps } = lifecycle;
    const missing = steps.filter(({ event, to }) => !page.includes(`| \`${event}\` | \`${to}\` |`));
    expect(missing).toEqual([]);
    const named = new Set(steps.flatMap(({ clock }) => clock ?? []));
    expect(Object.keys(clocks).toSorted()).toEqual([...named].toSorted());
  });

  it('has drawings without inline styles, broken numbers or foreign line ends', () => {
    for (const { name, text } of drawn) {
      expect(text, name).toMatch(/^[^\r]*\n$/);
      if (name.endsWith('.svg')) {
        expect(text, name).not.toMatch(
          /\s(?:[cxy]+[12]?|d|points|width|height|viewBox)="[^"]*\.\d\d/,
        );
        expect(text, name).not.toMatch(/<style|\sstyle=|\sid=|NaN|Infinity|undefined/);
      }
    }
  });

  it('uses colours of the design system', () => {
    const tokens = read('src/ui/tokens.css');
    expect(Object.values(palette).filter((colour) => !tokens.includes(colour))).toEqual([]);
  });
});

describe('the README', () => {
  it('links the root chart above a table of every flow', () => {
    const [start = ''] = read('README.md').split('\n## Run it');
    expect(start.indexOf('(docs/statecharts/root.svg)')).toBeGreaterThan(0);
    expect(start.indexOf('(docs/statecharts/root.svg)')).toBeLessThan(start.indexOf('| flow |'));
    for (const { flow, title, tests } of statecharts) {
      const row = start.split('\n').find((line) => line.startsWith(`| ${title} |`));
      const paths = [
        `machines/${flow}/${flow}.machine.ts`,
        `docs/statecharts/${flow}.md`,
        ...tests,
      ];
      expect(
        paths.filter((path) => !row?.includes(`(${path})`)),
        flow,
      ).toEqual([]);
    }
  });
});
