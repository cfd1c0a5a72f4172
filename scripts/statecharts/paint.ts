/** Class of an invisible arrow that only keeps its ends apart. */
export const spacerClass = 'spacer';

/** The design tokens of the charts. */
export const palette = {
  page: '#faf6f2',
  surface: '#ffffff',
  sunken: '#f3ece6',
  night: '#2a1330',
  onNight: '#fff6ee',
  onNightSoft: '#dcc6d8',
  ink: '#24121f',
  inkSoft: '#65505f',
  line: '#e7dcd4',
  lineStrong: '#93808c',
  brand: '#8c0843',
  info: '#1f5aa8',
  warning: '#8a4b00',
} as const;

const sans =
  "'Plus Jakarta Sans', 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif";
const mono = "ui-monospace, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace";

interface Group {
  readonly classes: readonly string[];
  readonly title: string;
  readonly body: string;
}

interface Text {
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Restyles the drawing of the layout engine: it keeps positions and sizes only. Without a style sheet, so that neither a content
 * security policy nor a page that embeds the chart changes it.
 */
export function paint(drawn: string, machineId: string): string {
  const frame =
    /viewBox="0\.00 0\.00 ([\d.]+) ([\d.]+)"[\s\S]*?translate\(([-\d.]+) ([-\d.]+)\)/.exec(drawn);
  if (frame === null) throw new Error(`The layout of ${machineId} has no frame.`);
  const [width = 0, height = 0, dx = 0, dy = 0] = frame.slice(1).map(Number);
  const groups = groupsOf(drawn);
  const ofClass = (name: string) => groups.filter(({ classes }) => classes.includes(name));
  // An arrow may leave the machine's own box, which covers the whole picture anyway.
  const whole = { left: 4 - dx, top: 4 - dy, right: width - dx - 4, bottom: height - dy - 4 };
  const edges = ofClass('edge').filter(({ classes }) => !classes.includes(spacerClass));
  const lines = [
    ...ofClass('cluster').map((group) =>
      stateBox(group, group.title === machineId ? whole : undefined),
    ),
    ...edges.map(arrow),
    ...ofClass('cluster').map(heading),
    ...ofClass('initial').map(dot),
    ...ofClass('node')
      .filter(({ classes }) => classes.includes('regular'))
      .map((group) => stateBox(group)),
    ...edges.flatMap(arrowLabels),
  ];
  const w = round(width);
  const h = round(height);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-label="State chart of ${machineId}">`,
    `<rect class="canvas" width="${w}" height="${h}" rx="12" fill="${palette.page}"/>`,
    `<g transform="translate(${round(dx)} ${round(dy)})" font-family="${sans}" font-size="11" fill="${palette.ink}">`,
    ...lines,
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

function groupsOf(drawn: string): readonly Group[] {
  const matches = drawn.matchAll(
    /<g id="[^"]*" class="([^"]*)">\n<title>([^<]*)<\/title>\n([\s\S]*?)<\/g>/g,
  );
  return [...matches].map(([, classes = '', title = '', body = '']) => ({
    classes: classes.split(' '),
    title: title.replace(/^cluster_/, ''),
    body,
  }));
}

function stateBox(group: Group, box: Box = boxOf(group.body)): string {
  const kind = kindOf(group);
  const lines = kind === 'atomic' || kind === 'final' ? words(group) : [];
  return [
    `<g class="state ${kind}">`,
    `<title>${group.title}</title>`,
    `<rect x="${round(box.left)}" y="${round(box.top)}" width="${round(box.right - box.left)}" height="${round(box.bottom - box.top)}" ${shapes[kind]}/>`,
    ...lines,
    '</g>',
  ].join('\n');
}

/** The text of a compound box, separate from it: arrows pass over the box and under its text. */
function heading(group: Group): string {
  const colour = kindOf(group) === 'region' ? palette.surface : palette.page;
  return [`<g class="heading"${halo(colour)}>`, ...words(group), '</g>'].join('\n');
}

function words(group: Group): readonly string[] {
  const box = boxOf(group.body);
  const isFinal = kindOf(group) === 'final';
  const [label, ...rows] = textsOf(group.body);
  if (label === undefined) throw new Error(`The state ${group.title} has no name on its chart.`);
  const middle = round((box.left + box.right) / 2);
  const white = isFinal ? ` fill="${palette.onNight}"` : '';
  return [
    `<text x="${middle}" y="${round(label.y)}" text-anchor="middle" font-size="12.5" font-weight="700"${white}>${label.words}</text>`,
    ...separators(group.body, box, isFinal),
    ...rows.map(
      ({ x, y, words }) =>
        `<text x="${round(x)}" y="${round(y)}" fill="${isFinal ? palette.onNightSoft : colourOf(words)}">${words}</text>`,
    ),
  ];
}

function kindOf({ classes, body }: Group): keyof typeof shapes {
  if (classes.includes('final')) return 'final';
  if (!classes.includes('cluster')) return 'atomic';
  return body.includes('stroke-dasharray') ? 'region' : 'compound';
}

const shapes = {
  atomic: `rx="8" fill="${palette.surface}" stroke="${palette.lineStrong}" stroke-width="1.25"`,
  final: `rx="8" fill="${palette.night}" stroke="${palette.night}" stroke-width="1.25"`,
  compound: `rx="12" fill="${palette.sunken}" fill-opacity="0.55" stroke="${palette.lineStrong}" stroke-width="1.25"`,
  region: `rx="8" fill="${palette.surface}" fill-opacity="0.6" stroke="${palette.lineStrong}" stroke-width="1.25" stroke-dasharray="5 4"`,
} as const;

/** Shortens lines that the engine draws slightly beyond the box. */
function separators(body: string, box: Box, isFinal: boolean): readonly string[] {
  return [...body.matchAll(/<polygon fill="black" stroke="black" points="([^"]*)"\/>/g)].map(
    ([, points = '']) => {
      const { left, right, top } = extent(numbersIn(points));
      const [from, to] = [Math.max(left, box.left), Math.min(right, box.right)];
      return `<line x1="${round(from)}" y1="${round(top)}" x2="${round(to)}" y2="${round(top)}" stroke="${isFinal ? palette.onNightSoft : palette.line}" stroke-width="1"/>`;
    },
  );
}

function dot({ body }: Group): string {
  const [, x = '0', y = '0'] = /cx="([^"]*)" cy="([^"]*)"/.exec(body) ?? [];
  return `<circle class="initial" cx="${round(Number(x))}" cy="${round(Number(y))}" r="5" fill="${palette.ink}"/>`;
}

function arrow({ body, title }: Group): string {
  const [, d = ''] = /<path [^>]*d="([^"]*)"/.exec(body) ?? [];
  const [, points = ''] = /<polygon [^>]*points="([^"]*)"/.exec(body) ?? [];
  if (d === '') throw new Error(`The arrow ${title} has no line.`);
  return [
    '<g class="transition">',
    `<path d="${rounded(d)}" fill="none" stroke="${palette.inkSoft}" stroke-width="1.1"/>`,
    ...(points === '' ? [] : [`<polygon points="${rounded(points)}" fill="${palette.inkSoft}"/>`]),
    '</g>',
  ].join('\n');
}

function arrowLabels({ body }: Group): readonly string[] {
  const texts = textsOf(body).filter(({ words }) => words !== '');
  let colour: string = palette.ink;
  return texts.map(({ x, y, words }) => {
    if (!/^[[|]/.test(words)) colour = colourOf(words);
    return `<text x="${round(x)}" y="${round(y)}" font-family="${mono}" font-size="10" fill="${colour}"${halo(palette.page)}>${words}</text>`;
  });
}

/** Hides lines behind the text. */
function halo(colour: string): string {
  return ` paint-order="stroke" stroke="${colour}" stroke-width="4" stroke-linejoin="round"`;
}

/** Delays, results of actors and effects each have a colour; events have the text colour. */
function colourOf(words: string): string {
  if (words.startsWith('after ')) return palette.warning;
  if (/^(invoke|entry|exit) /.test(words)) return palette.brand;
  if (/^\S+ [✓✗]/.test(words)) return palette.info;
  if (words.startsWith('always') || /^from \d/.test(words)) return palette.inkSoft;
  return palette.ink;
}

function textsOf(body: string): readonly Text[] {
  return [...body.matchAll(/<text [^>]*x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, x = '0', y = '0', words = '']) => ({
      x: Number(x),
      y: Number(y),
      words: words.replaceAll(/&#160;|\u00a0/g, ' ').trim(),
    }),
  );
}

function boxOf(body: string): Box {
  const shape = /<path [^>]*d="([^"]*)"|<polygon fill="none" [^>]*points="([^"]*)"/.exec(body);
  return extent(numbersIn(shape?.[1] ?? shape?.[2] ?? ''));
}

function extent(numbers: readonly number[]): Box {
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

const numbersIn = (text: string) =>
  [...text.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number));

const rounded = (text: string) => text.replaceAll(/-?[\d.]+/g, (number) => round(Number(number)));

/** One decimal: finer than a screen, and coarser than the rounding differences between machines. */
function round(value: number): string {
  return String(Number(value.toFixed(1)));
}
