/** A test that failed: its title with the file, and the first lines of the reason. */
export interface Failure {
  readonly title: string;
  readonly reason: string;
}

/** How long a file took, in milliseconds: what it loaded and arranged, apart from its tests. */
export interface TimedFile {
  readonly room: string;
  readonly file: string;
  readonly setUpMs: number;
  readonly testMs: number;
}

/** How long a test took, in milliseconds. */
export interface TimedTest {
  readonly title: string;
  readonly ms: number;
}

/** What a stage with tests did. */
export interface StageReport {
  readonly passed: number;
  readonly failed: number;
  /** Titles of tests that did not run. */
  readonly skipped: readonly string[];
  readonly failures: readonly Failure[];
  readonly files: readonly TimedFile[];
  readonly tests: readonly TimedTest[];
}

/** The report of a stage without tests. */
export const noTests: StageReport = {
  passed: 0,
  failed: 0,
  skipped: [],
  failures: [],
  files: [],
  tests: [],
};

const shownLines = 12;

/** The first lines of a reason. */
export function shorten(message = ''): string {
  return message.split('\n').slice(0, shownLines).join('\n');
}

const slowestCount = 20;

/** Where the time of a run went: by room, set-up apart from tests, and the twenty slowest tests. */
export function timeTable({ files, tests }: Pick<StageReport, 'files' | 'tests'>): string[] {
  const rooms = [...new Set(files.map(({ room }) => room))].map((room) => {
    const own = files.filter((file) => file.room === room);
    const setUpMs = own.reduce((sum, file) => sum + file.setUpMs, 0);
    const testMs = own.reduce((sum, file) => sum + file.testMs, 0);
    const count = new Set(own.map(({ file }) => file)).size;
    return `  ${room.padEnd(13)}${String(count).padStart(5)} files${seconds(setUpMs)} set-up${seconds(testMs)} tests`;
  });
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, slowestCount);
  return [
    'Where the time went, summed over files that ran side by side:',
    ...rooms,
    'The slowest tests:',
    ...slowest.map(({ title, ms }) => `${seconds(ms)}  ${title}`),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(10);
}
