import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { tableText } from '../../../tables/csv.ts';
import type { Mistake } from './mistakes.ts';

/** Most bytes of a file, by its kind. */
export const fileLimits = {
  document: 1_000_000,
  html: 200_000,
  table: 5_000_000,
  picture: 10_000_000,
  map: 25_000_000,
} as const;

/** Reads files of one event folder, and nothing outside of it. */
export class FolderFiles {
  readonly #root: string;
  /** The files that were read, by path. */
  readonly read = new Map<string, Buffer>();

  /** Throws the error of the file system if there is no such folder. */
  constructor(path: string) {
    this.#root = realpathSync(path);
  }

  /** The bytes of a file, or the mistake. */
  bytes(name: string, kind: keyof typeof fileLimits): Buffer | Mistake {
    const mistake = (what: string, mend: string): Mistake => ({ file: name, at: '', what, mend });
    let file: number;
    try {
      const path = realpathSync(join(this.#root, name));
      if (!path.startsWith(`${this.#root}${sep}`)) {
        return mistake('The file lies outside of the folder.', 'Copy it into the folder.');
      }
      file = openSync(path, 'r');
    } catch {
      return mistake('There is no such file.', 'Add it, or correct its name in event.json.');
    }
    try {
      const facts = fstatSync(file);
      if (!facts.isFile()) return mistake('This is no file.', 'Put a file in its place.');
      const most = fileLimits[kind];
      if (facts.size > most) {
        const size = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
        return mistake(`The file has ${size(facts.size)}.`, `Make it smaller than ${size(most)}.`);
      }
      const bytes = Buffer.alloc(facts.size);
      const whole = bytes.subarray(0, readSync(file, bytes, 0, facts.size, 0));
      this.read.set(name, whole);
      return whole;
    } finally {
      closeSync(file);
    }
  }

  /** The text of a file in UTF-8, without its byte order mark, of a table in any encoding of spreadsheets; or the mistake. */
  text(name: string, kind: keyof typeof fileLimits): string | Mistake {
    const bytes = this.bytes(name, kind);
    if (!Buffer.isBuffer(bytes)) return bytes;
    return kind === 'table' || /\.csv$/i.test(name) ? tableText(bytes) : textOf(name, bytes);
  }
}

/** Bytes as text in UTF-8, without a byte order mark; or the mistake. */
export function textOf(name: string, bytes: Buffer): string | Mistake {
  const mend = 'Save it in the encoding UTF-8.';
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { file: name, at: '', what: 'The file is in UTF-16.', mend };
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { file: name, at: '', what: 'The file is not in UTF-8.', mend };
  }
}
