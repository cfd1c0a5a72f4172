import {
  type Chart,
  type ChartState,
  type ChartTransition,
  spokenTime,
  triggerLabel,
  withDescendants,
} from './chart.ts';
import type { PortDoc } from './source.ts';

/** The inputs of one machine's page; paths are relative to the project. */
export interface PageFacts {
  readonly flow: string;
  readonly title: string;
  readonly purpose: string;
  readonly chart: Chart;
  readonly mermaid: string;
  readonly links: readonly { readonly title: string; readonly paths: readonly string[] }[];
  /** The source comment of each state, by id. */
  readonly states: ReadonlyMap<string, string>;
  readonly ports: readonly PortDoc[];
  /** Flow of another machine, by the name of its constant. */
  readonly flows: ReadonlyMap<string, string>;
  /** The source comment of each delay, by name. */
  readonly timings: ReadonlyMap<string, string>;
  /** The description of each computed delay. */
  readonly computed: Readonly<Record<string, string>>;
}

/** The page of a machine as Markdown. */
export function pageOf(facts: PageFacts): string {
  const { flow, title, purpose, chart, mermaid } = facts;
  return `${[
    `# ${flow}: ${title}`,
    purpose,
    linksOf(facts),
    `[![The chart of ${flow}](${flow}.svg)](${flow}.svg)`,
    'How to read it is said [here](README.md#how-to-read-a-chart).',
    '## States',
    statesTable(facts),
    '## Transitions',
    'A state that does not handle an event leaves it to the state around it. Of several rows with one event the first whose guard holds is taken.',
    transitionsTable(chart),
    '## Ports',
    ...portsSection(facts),
    '## Timings',
    timingsSection(facts),
    '## Ends',
    endsSection(chart),
    '## As text',
    `\`\`\`mermaid\n${mermaid}\n\`\`\``,
  ].join('\n\n')}\n`;
}

function linksOf({ links }: PageFacts): string {
  const line = ({ title, paths }: PageFacts['links'][number]) =>
    `${title}: ${paths.map((path) => `[${lastOf(path)}](../../${path})`).join(', ')}`;
  return `${links.map(line).join('. ')}.`;
}

function statesTable({ chart, states }: PageFacts): string {
  const rows = withDescendants(chart.root).slice(1);
  return table(
    ['state', 'kind', 'what it is', 'what it does'],
    rows.map((state) => [
      code(pathOf(state.id, chart)),
      state.kind,
      states.get(state.id) ?? '',
      doings(state),
    ]),
  );
}

function doings({ entry, exit, invokes }: ChartState): string {
  return [
    ...(entry.length > 0 ? [`on entry ${codes(entry)}`] : []),
    ...invokes.map(({ id, src }) => `invokes ${code(src)}${id === src ? '' : ` as ${code(id)}`}`),
    ...(exit.length > 0 ? [`on exit ${codes(exit)}`] : []),
  ].join('; ');
}

function transitionsTable(chart: Chart): string {
  const all = withDescendants(chart.root).flatMap(({ transitions }) => transitions);
  return table(
    ['from', 'event', 'guard', 'to', 'actions'],
    all.map((branch) => [
      code(pathOf(branch.source, chart)),
      code(triggerLabel(branch.trigger, chart)),
      branch.guard === null ? (branch.isElse ? 'else' : '') : code(branch.guard),
      destination(branch, chart),
      codes(branch.actions),
    ]),
  );
}

function destination({ source, targets, reenter }: ChartTransition, chart: Chart): string {
  if (targets.length === 0) return 'stays';
  const names = codes(targets.map((target) => pathOf(target, chart)));
  return reenter && targets.includes(source) ? `${names}, again` : names;
}

function portsSection({ ports, flows }: PageFacts): readonly string[] {
  const machines = ports.filter(({ kind }) => kind === 'machine');
  const calls = ports.filter(({ kind }) => kind !== 'machine');
  return [
    ...(machines.length === 0
      ? []
      : [
          table(
            ['slot', 'machine'],
            machines.map(({ slot, types: [type = ''] }) => {
              const flow = flows.get(type);
              if (flow === undefined) throw new Error(`No chart is drawn of ${type}.`);
              return [code(slot), `[${flow}](${flow}.md)`];
            }),
          ),
        ]),
    ...(calls.length === 0
      ? []
      : [
          table(
            ['slot', 'what it does', 'input', 'output'],
            calls.map(({ slot, kind, doc, types: [first, input] }) => [
              code(slot),
              doc,
              input === undefined ? '' : code(input),
              kind === 'promise' ? code(first ?? 'unknown') : callbackText(first),
            ]),
          ),
        ]),
  ];
}

function callbackText(commands: string | undefined): string {
  return commands === undefined ? 'sends events' : `sends events; takes ${code(commands)}`;
}

function timingsSection({ flow, chart, timings, computed }: PageFacts): string {
  const left = Object.keys(computed).find((name) => chart.delays.get(name) !== 'computed');
  if (left !== undefined) throw new Error(`${flow} computes no delay "${left}".`);
  if (chart.delays.size === 0) return 'It waits for nothing by time.';
  const users = (name: string) =>
    withDescendants(chart.root).filter(({ transitions }) =>
      transitions.some(({ trigger }) => trigger.kind === 'after' && trigger.delay === name),
    );
  return table(
    ['delay', 'takes', 'where', 'what for'],
    [...chart.delays].map(([name, delay]) => [
      code(name),
      delay === 'computed' ? `computed: ${computedText(flow, name, computed)}` : exactTime(delay),
      // A delay that no `after` uses belongs to an action that raises an event later.
      codes(users(name).map(({ id }) => pathOf(id, chart))) || 'an action',
      timings.get(name) ?? '',
    ]),
  );
}

function computedText(
  flow: string,
  name: string,
  computed: Readonly<Record<string, string>>,
): string {
  const text = computed[name];
  if (text === undefined) throw new Error(`Say in computed-delays.ts what ${flow}.${name} is.`);
  return text;
}

function exactTime(milliseconds: number): string {
  const spoken = spokenTime(milliseconds);
  return spoken.endsWith(' ms') ? spoken : `${milliseconds} ms (${spoken})`;
}

function endsSection(chart: Chart): string {
  const ends = withDescendants(chart.root).filter(({ kind }) => kind === 'final');
  if (ends.length === 0) return 'None: it runs until it is stopped.';
  const rows = table(
    ['final state', 'output'],
    ends.map(({ id, output }) => [
      code(pathOf(id, chart)),
      output === null || output === 'computed' ? (output ?? '') : code(output),
    ]),
  );
  const isOwn = chart.root.output !== null && ends.every(({ output }) => output === null);
  return isOwn ? `${rows}\n\nThe output of the machine is computed from its context.` : rows;
}

/** A table as Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
  ].join('\n');
}

/** A state by its path in the machine; the machine itself by its id. */
function pathOf(id: string, { root }: Chart): string {
  return id === root.id ? id : id.slice(root.id.length + 1);
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
/** Text as inline code. */
export const code = (words: string) => `\`${words}\``;
const codes = (names: readonly string[]) => names.map(code).join(', ');
