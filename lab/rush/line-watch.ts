import { isNearFront, type Line } from '../../contract/queue.ts';
import { timings } from '../../machines/shared/timings.ts';
import type { SaleEnd } from './sale-end.ts';
import type { Wire } from './wire.ts';

/** The line's document, read once a second for all people of this process, as a CDN would. */
export interface LineWatch {
  /** The newest document; null from a server without one. */
  current(): Line | null;
  /**
   * Resolves once the document says that the turn of `number` has come, or is so near that a heartbeat of `ms` is too long, as the app's machine does;
   * after `ms`, or at the end of the sale. False for the two last.
   */
  untilNews(number: number, ms: number): Promise<boolean>;
  stop(): void;
}

const readEveryMs = 1_000;
const notFound = 404;

/** Begins to read; a server without the document is asked once. */
export async function watchLine(wire: Wire, slug: string, end: SaleEnd): Promise<LineWatch> {
  const waiting = new Map<number, { readonly wake: () => void; readonly ms: number }>();
  let line: Line | null = null;
  let served = 0;
  let near = 0;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const read = async () => {
    const reply = await wire.ask<Line>('GET', `/queue/${slug}`);
    if (reply.status === notFound) return;
    if (reply.data !== null) line = reply.data;
    const serving = line?.serving ?? 0;
    for (; served < serving; served += 1) waiting.get(served + 1)?.wake();
    for (
      near = Math.max(near, served);
      line !== null && near < line.issued && isNearFront(line, near + 1);
      near += 1
    ) {
      const buyer = waiting.get(near + 1);
      if (buyer !== undefined && buyer.ms > timings.nearHeartbeat) buyer.wake();
    }
    if (!isStopped) timer = setTimeout(() => void read(), readEveryMs);
  };
  await read();
  return {
    current: () => line,
    async untilNews(number, ms) {
      const hasNews = () => number <= served || (number <= near && ms > timings.nearHeartbeat);
      if (!hasNews()) await end.pause(ms, (wake) => waiting.set(number, { wake, ms }));
      waiting.delete(number);
      return hasNews();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
