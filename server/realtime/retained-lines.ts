import type { Line } from '../../contract/queue.ts';
import { lineTopic } from '../../contract/realtime.ts';

/** The newest line of each event, for its later readers. */
export interface RetainedLines {
  /** Keeps a line; returns its message, empty for one that is forgotten, and null if nothing but the time of its making has changed. */
  change(slug: string, line: Line | null): Buffer | null;
  /** The message of a topic. */
  of(topic: string): Buffer | undefined;
  slugs(): string[];
  /** Every message by the slug of its event. */
  all(): [slug: string, payload: Buffer][];
}

/** Creates an empty register. */
export function createRetainedLines(prefix: string): RetainedLines {
  const kept = new Map<string, { readonly content: string; readonly payload: Buffer }>();
  const byTopic = new Map<string, string>();
  return {
    change(slug, line) {
      if (line === null) {
        byTopic.delete(lineTopic(prefix, slug));
        return kept.delete(slug) ? Buffer.alloc(0) : null;
      }
      const { at: _, ...rest } = line;
      const content = JSON.stringify(rest);
      if (kept.get(slug)?.content === content) return null;
      const payload = Buffer.from(JSON.stringify(line));
      kept.set(slug, { content, payload });
      byTopic.set(lineTopic(prefix, slug), slug);
      return payload;
    },
    of: (topic) => kept.get(byTopic.get(topic) ?? '')?.payload,
    slugs: () => [...kept.keys()],
    all: () => [...kept].map(([slug, { payload }]) => [slug, payload]),
  };
}
