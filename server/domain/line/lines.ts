import { createHash } from 'node:crypto';
import type { Line } from '../../../contract/queue.ts';
import { type LineParts, readLine } from './line.ts';

/** The document of a line in the form in which it is sent. */
export interface LineDocument {
  readonly line: Line;
  /** The complete envelope as JSON. A text leaves with its headers in one write; bytes would need a second buffer. */
  readonly text: string;
  readonly etag: string;
}

/** The documents of the lines: each is made at most once a second, however many callers ask. */
export interface Lines {
  /** The document of an event; null for an unknown event. */
  read(slug: string): Promise<LineDocument | null>;
  /** The document of an event that was made within the last second; null if there is none. */
  fresh(slug: string): LineDocument | null;
}

const keptMs = 1000;
/** Documents in memory; names that no event has do not count. */
const mostKept = 5_000;

interface Kept {
  readonly madeAt: number;
  readonly document: Promise<LineDocument | null>;
  /** Null until it is made. */
  made: LineDocument | null;
}

/** Creates the documents of one process. `now` gives monotonic milliseconds. */
export function createLines(parts: LineParts, now: () => number = () => performance.now()): Lines {
  const kept = new Map<string, Kept>();
  const make = async (slug: string): Promise<LineDocument | null> => {
    const line = await readLine(parts, slug);
    return line === null ? null : documentOf(line);
  };
  const freshOf = (slug: string) => {
    const last = kept.get(slug);
    return last !== undefined && now() - last.madeAt < keptMs ? last : null;
  };
  return {
    fresh: (slug) => freshOf(slug)?.made ?? null,
    read(slug) {
      const last = freshOf(slug);
      if (last !== null) return last.document;
      const document = make(slug);
      const entry: Kept = { madeAt: now(), document, made: null };
      kept.delete(slug);
      kept.set(slug, entry);
      const forget = () => {
        if (kept.get(slug) === entry) kept.delete(slug);
      };
      document.then((made) => {
        entry.made = made;
        if (made === null) forget();
      }, forget);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return document;
    },
  };
}

function documentOf(line: Line): LineDocument {
  const text = JSON.stringify({ status: 200, message: 'OK', data: line });
  return { line, text, etag: `"${contentHash(line)}"` };
}

/** Equal for documents that differ in the time of their making alone. */
function contentHash({ at: _, ...content }: Line): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}
