import type { Figures } from './measure.ts';

/** A table of the figures, with those of another revision beside them if they were measured. */
export function table(now: Figures, before: Figures | null): string {
  const bare = (figures: Figures) => figures['bare Fastify']?.perSecond ?? 0;
  const share = (figures: Figures, perSecond: number) =>
    `${((100 * perSecond) / bare(figures)).toFixed(1)} %`;
  const columns = (figures: Figures, perSecond: number | undefined, p95: number | undefined) => [
    perSecond === undefined ? '–' : `${perSecond.toFixed(0)}/s`,
    perSecond === undefined ? '–' : share(figures, perSecond),
    p95 === undefined ? '–' : `${p95.toFixed(0)} ms`,
  ];
  const rows: string[][] = [];
  for (const [name, measured] of Object.entries(now)) {
    const earlier = before?.[name];
    rows.push([
      name,
      ...columns(now, measured.perSecond, measured.p95),
      ...(before === null ? [] : columns(before, earlier?.perSecond, earlier?.p95)),
    ]);
  }
  const head = ['', 'now', 'of bare', 'p95'];
  if (before !== null) head.push('before', 'of bare', 'p95');
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const text = [head, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  return `\n${text.join('\n')}`;
}
