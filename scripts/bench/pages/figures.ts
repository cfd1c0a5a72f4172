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
  { name: 'Main thread blocked', of: (load) => load.blocking, show: milliseconds },
  {
    name: 'Main thread at work',
    of: (load) => load.busy,
    show: milliseconds,
    isCompared: true,
    hasSpread: true,
  },
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

const mostTimesStatic = 1.3;

/** Compares the loads of the event page with those of the two bare pages. */
export function verdicts(loads: {
  readonly event: readonly Load[];
  readonly still: readonly Load[];
  readonly react: readonly Load[];
}): readonly Verdict[] {
  const first = medianOf(firstContentFigure, loads.event);
  const still = medianOf(firstContentFigure, loads.still);
  const own = medianOf(ownContentFigure, loads.event);
  const empty = median(loads.react.map((load) => load.firstPaint));
  return [
    {
      isMet: first <= mostTimesStatic * still,
      words: `first content at ${milliseconds(first)}, ${(first / still).toFixed(2)} times the static page's ${milliseconds(still)}; at most ${mostTimesStatic} times`,
    },
    {
      isMet: own < empty,
      words: `own content at ${milliseconds(own)}; before the empty React page paints at all, at ${milliseconds(empty)}`,
    },
  ];
}
