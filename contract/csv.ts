/** A line of a CSV text. */
export interface CsvLine {
  /** Line of the file, from 1. */
  readonly at: number;
  readonly fields: readonly string[];
}

/** The lines of a CSV text that are not empty, without its byte order mark. Fields are separated by commas or semicolons; a quoted field may contain separators, line ends and doubled quotes. */
export function csvLines(source: string): CsvLine[] {
  const text = source.replace(/^\uFEFF/, '');
  const first = text.slice(0, text.search(/\r?\n|$/));
  const separator = first.includes(';') ? ';' : ',';
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$|(?=.))`,
    'y',
  );
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let [at, line, start] = [0, 1, 1];
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
