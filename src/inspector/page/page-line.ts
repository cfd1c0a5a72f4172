import { advance, withoutFinishedCalls } from '../timeline.ts';
import {
  type AppPacket,
  appPacketSchema,
  keptRecords,
  type Moment,
  type Offer,
  type PagePacket,
  type WireEvent,
  type WireRecord,
} from '../wire.ts';

/** One page load of the app, from the packets received so far. */
export interface Run {
  readonly run: string;
  readonly tab: string;
  readonly startedAt: number;
  readonly base: Moment;
  readonly records: readonly WireRecord[];
  readonly offers: readonly Offer[];
  /** False once the tester has left its page. */
  readonly isLive: boolean;
}

/** The page's end of the channel: the received runs, and a function that sends commands. */
export interface PageLine {
  /** Newest first; the same array until a packet arrives. */
  readonly runs: () => readonly Run[];
  readonly subscribe: (listener: () => void) => () => void;
  send(run: string, sessionId: string, event: WireEvent): void;
  fire(run: string, sessionId: string, delay: string): void;
  close(): void;
}

/** Runs kept in memory; a tester who reloads often must not fill it. */
const keptRuns = 8;
/** Records arrive one by one; the page renders at most this often. */
const drawEveryMs = 40;

/** Listens on a channel and asks every app on it for its stored records. */
export function createPageLine(channel: BroadcastChannel, origin: string): PageLine {
  const listeners = new Set<() => void>();
  let runs: readonly Run[] = [];
  let shown = runs;
  let isDue = false;
  const post = (packet: PagePacket) => channel.postMessage(packet);
  const drawSoon = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      shown = runs;
      for (const listener of listeners) listener();
    }, drawEveryMs);
  };

  channel.addEventListener('message', (message) => {
    if (message.origin !== origin) return;
    // Another page has closed: tells the apps that this one still listens.
    if (message.data?.type === 'roetix.inspector.closed') {
      post({ type: 'roetix.inspector.listening', replay: false });
      return;
    }
    const packet = appPacketSchema.safeParse(message.data);
    if (!packet.success) return;
    if (packet.data.type === 'roetix.inspector.here' && !packet.data.inAnswer) {
      post({ type: 'roetix.inspector.listening', replay: true });
    }
    runs = heard(runs, packet.data);
    drawSoon();
  });
  post({ type: 'roetix.inspector.listening', replay: true });

  return {
    runs: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (run, sessionId, event) => post({ type: 'roetix.inspector.send', run, sessionId, event }),
    fire: (run, sessionId, delay) => post({ type: 'roetix.inspector.fire', run, sessionId, delay }),
    close: () => post({ type: 'roetix.inspector.closed' }),
  };
}

/** The runs after a packet. A pure fold. */
export function heard(runs: readonly Run[], packet: AppPacket): readonly Run[] {
  const known = runs.find(({ run }) => run === packet.run);
  const others = runs.filter((other) => other !== known);
  if (packet.type === 'roetix.inspector.here') {
    const { run, tab, startedAt, base, records, offers } = packet;
    const ended = others.map((other) => (other.tab === tab ? { ...other, isLive: false } : other));
    return [{ run, tab, startedAt, base, records, offers, isLive: true }, ...ended]
      .sort((a, b) => b.startedAt - a.startedAt)
      .slice(0, keptRuns);
  }
  if (known === undefined) return runs;
  const next =
    packet.type === 'roetix.inspector.gone'
      ? { ...known, offers: [], isLive: false }
      : trimmed({
          ...known,
          records: [...known.records, ...packet.records],
          offers: packet.offers ?? known.offers,
        });
  return runs.map((run) => (run === known ? next : run));
}

function trimmed(run: Run): Run {
  if (run.records.length <= keptRecords * 1.2) return run;
  const forgotten = run.records.slice(0, run.records.length - keptRecords);
  return {
    ...run,
    base: withoutFinishedCalls(forgotten.reduce(advance, run.base)),
    records: run.records.slice(forgotten.length),
  };
}
