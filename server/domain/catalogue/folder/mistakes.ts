/** A mistake in an event folder. */
export interface Mistake {
  /** Path in the folder. */
  readonly file: string;
  /** Line and column from 1, as `12:5`; empty where a file has none. */
  readonly at: string;
  /** Names the value and what is wrong with it. */
  readonly what: string;
  /** Says how to mend it. */
  readonly mend: string;
}

/** The path of a value in a document. */
export type Path = readonly (string | number)[];
/** Notes a mistake of the value at a path. */
export type Report = (path: Path, what: string, mend: string) => void;

/** A mistake as one line. */
export function printedMistake({ file, at, what, mend }: Mistake): string {
  return `${file}${at === '' ? '' : `:${at}`}: ${what} ${mend}`;
}

/** Mistakes that are printed; more would hide the first. */
const printedMistakes = 50;

/** All mistakes of an event folder. */
export class FolderMistakes extends Error {
  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.slice(0, printedMistakes).map(printedMistake);
    const more = mistakes.length - lines.length;
    super([...lines, ...(more > 0 ? [`and ${more} more mistakes`] : [])].join('\n'));
    this.name = 'FolderMistakes';
  }
}
