/** A line of a CSV text. */
export interface CsvLine {
  /** Line of the file, from 1. */
  readonly at: number;
  readonly fields: readonly string[];
}

/** The first line that spreadsheet programs write to name the separator. */
const named = /^sep=([,;\t|])\r?\n/i;

/** The separator of most fields of the first line that has one, quoted ones aside; of two as frequent, a comma last. */
function separatorOf(text: string): string {
  const first = /^.*[,;\t|].*$/m.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] ?? '';
  const counted = [';', '\t', '|', ','].map((each) => ({ each, count: first.split(each).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).each;
}

/**
 * The lines of a CSV text that are not empty, without its byte order mark. Fields are separated by commas, semicolons, tabs or bars, as most of the header
 * or a line such as `sep=;` say; a quoted field may contain separators, line ends and doubled quotes.
 */
export function csvLines(source: string): CsvLine[] {
  const text = source.replace(/^\uFEFF/, '');
  const preface = named.exec(text);
  const separator = preface?.[1] ?? separatorOf(text);
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))([${separator}]|\\r?\\n|$|(?=.))`,
    'y',
  );
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let at = preface?.[0].length ?? 0;
  let line = preface === null ? 1 : 2;
  let start = line;
  while (at <= text.length) {
    field.lastIndex = at;
    const match = field.exec(text);
    if (match === null) break;
    const [whole, quoted, plain = '', end] = match;
    // A stray quote is kept as a letter of the next field, so that the reader always moves on.
    const stray = whole === '' && end === '' && at < text.length ? (text[at] ?? '') : '';
    fields.push(quoted?.replaceAll('""', '"') ?? plain + stray);
    line += whole.split('\n').length - 1;
    at += whole.length + stray.length;
    if (end !== separator && (end !== '' || at >= text.length)) {
      if (fields.some((each) => each.trim() !== '')) lines.push({ at: start, fields });
      fields = [];
      start = line;
      if (end === '') break;
    }
  }
  return lines;
}
