/** One line of a plot. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

/** A span of time marked in a plot, such as a kill. */
export interface Mark {
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

const width = 720;
const height = 220;
const left = 56;
const bottom = 26;
const top = 12;
const colours = ['#1971c2', '#d9480f', '#2b8a3e', '#862e9c', '#c92a2a', '#5f3dc4', '#0b7285'];
/** More points than pixels only make the file larger. */
const mostPoints = 360;
const ticks = 4;

/** A plot over time as SVG with its legend, drawn without scripts. */
export function plotOf(
  title: string,
  unit: string,
  curves: readonly Curve[],
  marks: readonly Mark[],
): string {
  const thinned = curves.map((curve) => ({ ...curve, points: thin(curve.points) }));
  const all = thinned.flatMap(({ points }) => points);
  const end = all.reduce((largest, [at]) => Math.max(largest, at), 1);
  const most = niceCeiling(all.reduce((largest, [, value]) => Math.max(largest, value), 0));
  const x = (at: number) => left + ((width - left - 8) * at) / end;
  const y = (value: number) => height - bottom - ((height - bottom - top) * value) / most;
  const grid = Array.from({ length: ticks + 1 }, (_, index) => {
    const value = (most * index) / ticks;
    const at = (end * index) / ticks;
    return `<line x1="${left}" x2="${width - 8}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#dee2e6"/>
<text x="${left - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${shortNumber(value)}</text>
<text x="${x(at).toFixed(1)}" y="${height - 8}" text-anchor="middle">${Math.round(at)} s</text>`;
  });
  const spans = marks.map(
    ({ what, from, to }) =>
      `<rect x="${x(from).toFixed(1)}" width="${Math.max(2, x(to) - x(from)).toFixed(1)}" y="${top}" height="${height - bottom - top}" fill="#fa5252" opacity=".15"><title>${what} killed</title></rect>`,
  );
  const lines = thinned.map(
    ({ points }, index) =>
      `<polyline fill="none" stroke="${colours[index % colours.length]}" stroke-width="1.6" points="${points
        .map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
        .join(' ')}"/>`,
  );
  const legend = thinned.map(
    ({ name }, index) => `<span style="color:${colours[index % colours.length]}">■</span> ${name}`,
  );
  return `<figure><figcaption><b>${title}</b> (${unit}) ${legend.join(' · ')}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${[...grid, ...spans, ...lines].join('\n')}</svg></figure>`;
}

/** Every n-th point, and the largest of those that it stands for: a peak stays visible. */
function thin(points: Curve['points']): Curve['points'] {
  const every = Math.ceil(points.length / mostPoints);
  if (every <= 1) return points;
  return Array.from({ length: Math.ceil(points.length / every) }, (_, index) => {
    const group = points.slice(index * every, (index + 1) * every);
    return group.reduce((peak, point) => (point[1] > peak[1] ? point : peak));
  });
}

function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 5, 8, 10].find((factor) => factor * power >= value) ?? 10);
}

function shortNumber(value: number): string {
  if (value >= 1_000) return `${Number((value / 1_000).toFixed(1))}k`;
  return String(Number(value.toFixed(2)));
}
