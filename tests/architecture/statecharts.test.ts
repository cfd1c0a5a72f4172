import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chartOf, withDescendants } from '../../scripts/statecharts/chart.ts';
import { type DrawnFile, drawnFiles, folder } from '../../scripts/statecharts/files.ts';
import { lifecycleChartOf } from '../../scripts/statecharts/lifecycle-chart.ts';
import { lifecycleCharts } from '../../scripts/statecharts/lifecycles.ts';
import { statecharts } from '../../scripts/statecharts/machines.ts';
import { palette } from '../../scripts/statecharts/paint.ts';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(posix.join(PROJECT_ROOT, path), 'utf8');

const drawn: readonly DrawnFile[] = await drawnFiles();
const drawnText = (name: string) => drawn.find((file) => file.name === name)?.text ?? '';

/** The differences between the committed folder and the machines, one sentence per file. */
function staleness(committed: ReadonlyMap<string, string>, files: readonly DrawnFile[]): string[] {
  const names = new Set(files.map(({ name }) => name));
  return [
    ...files.flatMap(({ name, text }) => {
      if (!committed.has(name)) return [`${name} is missing`];
      return committed.get(name) === text ? [] : [`${name} is out of date`];
    }),
    ...[...committed.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `${name} is left over`),
  ];
}

describe('docs/statecharts', () => {
  it('matches the machines', () => {
    const committed = new Map(
      readdirSync(posix.join(PROJECT_ROOT, folder)).map((name) => [
        name,
        read(`${folder}/${name}`),
      ]),
    );
    expect(staleness(committed, drawn), 'run `npm run docs` and commit what changed').toEqual([]);
  });

  it('is compared file by file', () => {
    const files = [
      { name: 'a.md', text: 'a' },
      { name: 'b.md', text: 'b' },
    ];
    const committed = new Map([
      ['b.md', 'B'],
      ['c.md', 'c'],
    ]);
    expect(staleness(committed, files)).toEqual([
      'a.md is missing',
      'b.md is out of date',
      'c.md is left over',
    ]);
  });

  it('has a chart of every machine', () => {
    const flows = readdirSync(posix.join(PROJECT_ROOT, 'machines')).filter((flow) =>
      existsSync(posix.join(PROJECT_ROOT, 'machines', flow, `${flow}.machine.ts`)),
    );
    expect(statecharts.map(({ flow }) => flow).toSorted()).toEqual(flows.toSorted());
  });

  it.each(statecharts)('shows every state of $flow once, by its full id', ({ flow, machine }) => {
    const titles = [...drawnText(`${flow}.svg`).matchAll(/<title>([^<]*)<\/title>/g)];
    const ids = withDescendants(chartOf(machine).root).map(({ id }) => id);
    expect(titles.map(([, title]) => title).toSorted()).toEqual(ids.toSorted());
  });

  it('has a chart of every lifecycle of the server', () => {
    const tables = readdirSync(posix.join(PROJECT_ROOT, 'server/domain/lifecycle'))
      .filter((name) => name !== 'lifecycle.ts')
      .map((name) => name.replace('.ts', ''));
    expect(lifecycleCharts.map(({ name }) => name).toSorted()).toEqual(tables.toSorted());
  });

  it.each(lifecycleCharts)('shows every state and every step of server-$name', (lifecycle) => {
    const { name, clocks } = lifecycle;
    const { steps } = lifecycle.lifecycle;
    const titles = [...drawnText(`server-${name}.svg`).matchAll(/<title>([^<]*)<\/title>/g)];
    const ids = withDescendants(lifecycleChartOf(lifecycle).root).map(({ id }) => id);
    expect(titles.map(([, title]) => title).toSorted()).toEqual(ids.toSorted());
    const page = drawnText(`server-${name}.md`);
    const missing = steps.filter(({ event, to }) => !page.includes(`| \`${event}\` | \`${to}\` |`));
    expect(missing).toEqual([]);
    const named = new Set(steps.flatMap(({ clock }) => clock ?? []));
    expect(Object.keys(clocks).toSorted()).toEqual([...named].toSorted());
  });

  it('is reproducible byte for byte', async () => {
    expect(await drawnFiles()).toEqual(drawn);
    expect(drawn.filter(({ text }) => text.includes('\r') || !text.endsWith('\n'))).toEqual([]);
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

/** The anchors of a page, as GitHub names them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('a link', () => {
  const pages = [
    'README.md',
    'docs/README.md',
    ...readdirSync(posix.join(PROJECT_ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => `docs/${name}`),
  ];

  it.each(pages)('of %s has a target', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const dead = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path = '', part] = link.split('#');
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(posix.join(PROJECT_ROOT, target))) return true;
      return part !== undefined && !anchorsOf(read(target)).includes(part);
    });
    expect(dead).toEqual([]);
  });
});
