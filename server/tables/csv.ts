import { CsvError, parse } from 'csv-parse/sync';

/** A line of a table. */
export interface CsvLine {
  /** Line of the file, from 1. */
  readonly at: number;
  readonly fields: readonly string[];
}

/** A quote that is opened in a line, from 1, and not closed. */
export class OpenQuoteError extends Error {
  override readonly name = 'OpenQuoteError';
  readonly at: number;

  constructor(at: number) {
    super(`Line ${at}: a quote is opened and not closed.`);
    this.at = at;
  }
}

/** Lines by which the separator is found. */
const sampled = 30;

/**
 * The text of a table as spreadsheets save it: in UTF-8 or UTF-16, with or without a byte order mark, otherwise in the Latin letters of Windows.
 */
export function tableText(bytes: Uint8Array): string {
  const zeros = [0, 1].map(
    (odd) => bytes.filter((byte, at) => byte === 0 && at % 2 === odd).length,
  );
  const [even = 0, odd = 0] = zeros;
  const isMarked = (first: number, second: number) => bytes[0] === first && bytes[1] === second;
  if (isMarked(0xff, 0xfe) || odd > bytes.length / 4) return decoded('utf-16le', bytes);
  if (isMarked(0xfe, 0xff) || even > bytes.length / 4) return decoded('utf-16be', bytes);
  try {
    return decoded('utf-8', bytes);
  } catch {
    return decoded('windows-1252', bytes);
  }
}

function decoded(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
}

function linesOf(text: string, delimiter: string, to = -1): CsvLine[] {
  const records = parse(text, {
    delimiter,
    to,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A tab is a blank and may be the separator.
    trim: delimiter !== '\t',
    relax_quotes: true,
    relax_column_count: true,
    info: true,
  }) as unknown as { info: { lines: number }; record: string[] }[];
  return records.map(({ info, record }) => ({
    at: info.lines - (record.join('').match(/\r\n|\r|\n/g)?.length ?? 0),
    fields: record.map((field) => field.trim()),
  }));
}

/** The separator that gives most lines the same number of fields; of two as good, the one of more fields, a comma last. */
function separatorOf(text: string): string {
  let best = { separator: ',', lines: 0, fields: 0 };
  for (const separator of [';', '\t', '|', ',']) {
    const count = new Map<number, number>();
    for (const { fields } of sampleOf(text, separator)) {
      if (fields.length > 1) count.set(fields.length, (count.get(fields.length) ?? 0) + 1);
    }
    for (const [fields, lines] of count) {
      const isBetter = lines > best.lines || (lines === best.lines && fields > best.fields);
      if (isBetter) best = { separator, lines, fields };
    }
  }
  return best.separator;
}

function sampleOf(text: string, separator: string): CsvLine[] {
  try {
    return linesOf(text, separator, sampled);
  } catch {
    return [];
  }
}

/**
 * The lines of a table that are not empty, their fields without blanks around them. Fields are separated by commas, semicolons, tabs or bars, as most lines
 * or a first line such as `sep=;` say; a quoted field may contain separators, line ends and doubled quotes. Throws an OpenQuoteError.
 */
export function csvLines(source: string): CsvLine[] {
  const [preface = '', named] = /^\uFEFF?(?:sep=([,;\t|])(?:\r\n?|\n))?/i.exec(source) ?? [];
  const text = source.slice(preface.length);
  const skipped = named === undefined ? 0 : 1;
  const separator = named ?? separatorOf(text);
  try {
    return linesOf(text, separator)
      .filter(({ fields }) => fields.some((field) => field !== ''))
      .map(({ at, fields }) => ({ at: at + skipped, fields }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const before = linesOf(text, separator, Number(error.records)).length;
    throw new OpenQuoteError(before + 1 + skipped);
  }
}

/** A table with a header. */
export interface Table {
  /** Names of the columns as written. */
  readonly columns: readonly string[];
  /** As many fields each as there are columns. */
  readonly rows: readonly CsvLine[];
  /** A line that does not fit the header, or cannot be read. */
  readonly mistakes: readonly {
    readonly at: number;
    readonly what: string;
    readonly mend: string;
  }[];
}

/** Reads a table with a header; columns without a name and without a field are left out, fields missing at the end of a line are empty. */
export function readTable(text: string): Table {
  let lines: CsvLine[];
  try {
    lines = csvLines(text);
  } catch (error) {
    if (!(error instanceof OpenQuoteError)) throw error;
    const what = 'In this line a quote is opened and not closed.';
    return {
      columns: [],
      rows: [],
      mistakes: [{ at: error.at, what, mend: 'Close it, or remove it.' }],
    };
  }
  const [header, ...rows] = lines;
  const names = header?.fields ?? [];
  const kept = names.flatMap((name, at) => (name === '' ? [] : [at]));
  const mistakes = rows
    .filter(({ fields }) => fields.some((field, at) => field !== '' && !names[at]))
    .map(({ at, fields }) => ({
      at,
      what: `The line has ${fields.findLastIndex((field) => field !== '') + 1} fields, the header ${kept.length}.`,
      mend: 'Put text that contains the separator between quotes, or name the column.',
    }));
  return {
    columns: kept.map((at) => names[at] ?? ''),
    rows: rows.map(({ at, fields }) => ({ at, fields: kept.map((place) => fields[place] ?? '') })),
    mistakes,
  };
}

/**
 * A whole number as people write it: `50000`, `50.000`, `50,000`, `50 000`, `Rp50.000,00`; null for anything else, for parts of one, and for
 * dots that separate no thousands.
 */
export function wholeOf(text: string): number | null {
  const bare = text.replaceAll(/\s|rp\.?|idr|[,.]-$/gi, '');
  const grouped =
    /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,0{1,2})?$/.exec(bare) ??
    /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})?$/.exec(bare);
  return grouped === null ? null : Number(grouped[1]?.replaceAll(/[.,]/g, ''));
}
