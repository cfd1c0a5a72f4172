/** Kinds of files a page is made of; everything that is none of the others is data. */
export const fileKinds = ['document', 'script', 'style', 'image', 'font', 'data'] as const;
export type FileKind = (typeof fileKinds)[number];

/** What came over the line for one kind: bytes with their headers, compressed as they were sent. */
export interface Traffic {
  readonly bytes: number;
  readonly requests: number;
}

/** One load of one page. Times in milliseconds since the navigation began, on the slowed processor. */
export interface Load {
  /** First byte of the document off the socket: the server's own time, since the slow line begins behind it. */
  readonly serverAnswer: number;
  /** The whole document, over the slow line. */
  readonly document: number;
  /** Anything at all on screen. */
  readonly firstPaint: number;
  readonly firstContent: number;
  /** The event's name, or of a list the first poster or name of an event. */
  readonly ownContent: number;
  readonly largestContent: number;
  /** Sum of all layout shifts; has no unit. */
  readonly layoutShift: number;
  /** Time by which tasks went over 50 ms, from the start until the page is at rest. */
  readonly blocking: number;
  /** Processor time of the main thread until the page was at rest, and the parts of it in script and in style and layout. */
  readonly busy: number;
  readonly scripting: number;
  readonly laying: number;
  readonly traffic: Readonly<Record<FileKind, Traffic>>;
}

/** How a figure is called, read from a load and written. */
export interface Figure {
  readonly name: string;
  readonly of: (load: Load) => number;
  readonly show: (value: number) => string;
  /** Whether its ratio to the static page says something; that page runs no script and fetches next to nothing. */
  readonly isCompared?: boolean;
  /** Whether the lowest and the highest are shown too. */
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

/** Every figure of the table, in its order. */
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

/** The middle one of some numbers, or the mean of the two in the middle. Throws when there are none. */
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

/** One target, whether it is met, and the sentence with the figures. */
export interface Verdict {
  readonly isMet: boolean;
  readonly words: string;
}

const mostTimesStatic = 1.3;

/** Holds the loads of the event page against those of the two bare pages. */
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
