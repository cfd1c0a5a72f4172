/** Kinds of files of a page; any other file counts as data. */
export const fileKinds = ['document', 'script', 'style', 'image', 'font', 'data'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Transferred bytes of one kind: with headers, compressed as sent. */
export interface Traffic {
  readonly bytes: number;
  readonly requests: number;
}

/** One load of one page. Times in milliseconds since the navigation started, on the throttled processor. */
export interface Load {
  /** First byte of the document from the socket: the server's own time, since throttling of the line comes after it. */
  readonly serverAnswer: number;
  /** The whole document, over the throttled line. */
  readonly document: number;
  /** The first content of any kind on screen. */
  readonly firstPaint: number;
  readonly firstContent: number;
  /** The event's name; on a list the first poster or name of an event. */
  readonly ownContent: number;
  readonly largestContent: number;
  /** Sum of all layout shifts; has no unit. */
  readonly layoutShift: number;
  /** Blocking time: the excess of tasks over 50 ms, from the start until the page is idle. */
  readonly blocking: number;
  /** Processor time of the main thread until the page was idle, and its parts in script and in style and layout. */
  readonly busy: number;
  readonly scripting: number;
  readonly laying: number;
  readonly traffic: Readonly<Record<FileKind, Traffic>>;
}

/** Name, source and format of a figure. */
export interface Figure {
  readonly name: string;
  readonly of: (load: Load) => number;
  readonly show: (value: number) => string;
  /** Whether its ratio to the static page is meaningful; that page runs no script and fetches almost nothing. */
  readonly isCompared?: boolean;
  /** Whether the table also shows the lowest and highest value. */
  readonly hasSpread?: boolean;
}

const milliseconds = (value: number) => `${Math.round(value)} ms`;
const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`;

function total(load: Load, part: keyof Traffic): number {
  return fileKinds.reduce((sum, kind) => sum + load.traffic[kind][part], 0);
}

export const firstContentFigure: Figure = {
  name: 'First content on screen',
  of: (load) => load.firstContent,
  show: milliseconds,
  isCompared: true,
  hasSpread: true,
};
export const ownContentFigure: Figure = {
  name: 'Own content on screen',
  of: (load) => load.ownContent,
  show: milliseconds,
  isCompared: true,
  hasSpread: true,
};
const blockedFigure: Figure = {
  name: 'Main thread blocked',
  of: (load) => load.blocking,
  show: milliseconds,
};
const workFigure: Figure = {
  name: 'Main thread at work',
  of: (load) => load.busy,
  show: milliseconds,
  isCompared: true,
  hasSpread: true,
};

/** Every figure of the table, in order. */
export const figures: readonly Figure[] = [
  { name: 'Server answered', of: (load) => load.serverAnswer, show: milliseconds },
  { name: 'Document arrived', of: (load) => load.document, show: milliseconds },
  { name: 'First paint of anything', of: (load) => load.firstPaint, show: milliseconds },
  firstContentFigure,
  ownContentFigure,
  {
    name: 'Largest content on screen',
    of: (load) => load.largestContent,
    show: milliseconds,
    isCompared: true,
  },
  { name: 'Layout shift', of: (load) => load.layoutShift, show: (value) => value.toFixed(3) },
  blockedFigure,
  workFigure,
  { name: '  in script', of: (load) => load.scripting, show: milliseconds },
  { name: '  in style and layout', of: (load) => load.laying, show: milliseconds },
  { name: 'Transferred', of: (load) => total(load, 'bytes'), show: kilobytes },
  ...fileKinds.map((kind) => ({
    name: `  ${kind}`,
    of: (load: Load) => load.traffic[kind].bytes,
    show: kilobytes,
  })),
  { name: 'Requests', of: (load) => total(load, 'requests'), show: String },
  ...fileKinds.map((kind) => ({
    name: `  ${kind}`,
    of: (load: Load) => load.traffic[kind].requests,
    show: String,
  })),
];

/** The median of some numbers. Throws if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('No median of no values');
  return (lower + upper) / 2;
}

export function medianOf(figure: Figure, loads: readonly Load[]): number {
  return median(loads.map(figure.of));
}

/** One target, whether it is met, and a sentence with the figures. */
export interface Verdict {
  readonly isMet: boolean;
  readonly words: string;
}

/** The most times the figure of the static page, and the most milliseconds for which the main thread may be blocked. */
const mostTimes = { firstContent: 1.3, ownContent: 1.5, work: 2.5 };
const mostBlocked = 250;

/** Compares the loads of the event page with those of the two bare pages. */
export function verdicts(loads: {
  readonly event: readonly Load[];
  readonly still: readonly Load[];
  readonly react: readonly Load[];
}): readonly Verdict[] {
  const { event, still, react } = loads;
  const own = medianOf(ownContentFigure, event);
  const empty = median(react.map((load) => load.firstPaint));
  const blocked = medianOf(blockedFigure, event);
  const timesStatic = (words: string, value: number, base: number, most: number): Verdict => ({
    isMet: value <= most * base,
    words: `${words} ${milliseconds(value)}, ${(value / base).toFixed(2)} times the static page's ${milliseconds(base)}; at most ${most} times`,
  });
  const content = (page: readonly Load[]) => medianOf(firstContentFigure, page);
  const work = (page: readonly Load[]) => medianOf(workFigure, page);
  const paint = median(still.map((load) => load.firstPaint));
  return [
    timesStatic('first content at', content(event), content(still), mostTimes.firstContent),
    timesStatic('own content, against its first paint, at', own, paint, mostTimes.ownContent),
    {
      isMet: own < empty,
      words: `own content at ${milliseconds(own)}; before the empty React page paints at all, at ${milliseconds(empty)}`,
    },
    timesStatic('main thread at work for', work(event), work(still), mostTimes.work),
    {
      isMet: blocked <= mostBlocked,
      words: `main thread blocked for ${milliseconds(blocked)}; at most ${mostBlocked} ms`,
    },
  ];
}
