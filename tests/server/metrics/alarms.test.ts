import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { calls } from '../../../contract/call/calls.ts';
import { refusalsOf } from '../../../contract/call/refusals-of.ts';
import { openMetrics } from '../../../server/metrics/metrics.ts';

const read = (name: string) => readFileSync(`docs/guide/deploy/${name}`, 'utf8');

/** Names that a collector gets from a process: a histogram has three, and `up` is the collector's own. */
async function exposedNames(): Promise<ReadonlySet<string>> {
  const metrics = await openMetrics();
  const own = {
    isReady: true,
    isBrokerUp: true,
    isMailUp: true,
    realtimeAccounts: 0,
    shutQueues: [],
  };
  const text = await metrics.expose(null, own);
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
    kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
  );
  return new Set([...names, 'up']);
}

/** The metrics of an expression, each with the values that its labels must equal. Throws where it is not PromQL. */
function selectorsOf(expr: string) {
  const found: { name: string; labels: Record<string, string> }[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to, type }) => {
      const text = expr.slice(from, to);
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${expr}`);
      if (name === 'Identifier') found.push({ name: text, labels: {} });
      const [, label, value] = /^(\w+)="([^"$]*)"$/.exec(text) ?? [];
      if (name === 'UnquotedLabelMatcher' && label !== undefined) {
        Object.assign(found.at(-1)?.labels ?? {}, { [label]: value });
      }
    },
  });
  return found;
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
const alarms = parse(read('alarms.yaml')) as { groups: { rules: Rule[] }[] };
const rules = alarms.groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

describe('the alarms and the dashboard', () => {
  it('a mistake in an expression is found', () => {
    expect(() => selectorsOf('sum(rate(a[5m])')).toThrow('Not PromQL');
  });

  it.each(expressions)('%s reads metrics that a process exposes', async (_name, expr) => {
    const exposed = await exposedNames();
    const selectors = selectorsOf(expr);
    expect(selectors).not.toEqual([]);
    for (const { name, labels } of selectors) {
      expect(exposed).toContain(name);
      const { call, code } = labels;
      const named = call === undefined ? undefined : calls[call as keyof typeof calls];
      if (call !== undefined) expect(Object.keys(calls)).toContain(call);
      if (code !== undefined && named !== undefined) {
        expect(Object.keys(refusalsOf(named))).toContain(code);
      }
    }
  });

  it('the dashboard shows every figure of ours', async () => {
    const shown = expressions.flatMap(([, expr]) => selectorsOf(expr).map(({ name }) => name));
    const ours = [...(await exposedNames())].filter((name) => /^roetix_.*(?<!_sum)$/.test(name));
    const ofHistogram = (name: string) => name.replace(/_(bucket|count)$/, '');
    const known = new Set(shown.map(ofHistogram));
    expect(ours.filter((name) => !known.has(ofHistogram(name)))).toEqual([]);
  });

  it('each alarm has a degree and a sentence, and the guide says what to do', () => {
    const guide = readFileSync('docs/guide/on-sale-day.md', 'utf8');
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'look']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(guide).toContain(`\`${alert}\``);
    }
  });

  it('the collector reads the rules and both processes of compose', () => {
    const collector = parse(read('prometheus.yaml'));
    const { services } = parse(read('compose.yaml'), { merge: true });
    const port = services.one.environment.METRICS_PORT;
    expect(collector.rule_files).toEqual(['/etc/prometheus/alarms.yaml']);
    expect(collector.scrape_configs[0]).toMatchObject({
      job_name: 'roetix',
      static_configs: [{ targets: [`one:${port}`, `two:${port}`] }],
    });
    expect(services.prometheus.volumes.join()).toContain('alarms.yaml:/etc/prometheus/alarms.yaml');
  });
});
