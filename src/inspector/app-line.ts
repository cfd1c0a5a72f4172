import { createInspector } from '@statelyai/inspect';
import type { AnyActorRef, EventObject, InspectionEvent } from 'xstate';
import type { RootContext } from '../../machines/root/root.types.ts';
import type { SeatmapStore } from '../effects/seatmap-store.ts';
import {
  type ActorOffer,
  canTake,
  labelsOf,
  machineSnapshot,
  offersOf,
  runningDelays,
} from './offers.ts';
import { createRedactor, holdsMask, unmasked } from './redact.ts';
import { advance, emptyMoment, withoutFinishedCalls } from './timeline.ts';
import {
  type AppPacket,
  keptRecords,
  type Offer,
  pagePacketSchema,
  recordSchema,
  type WireRecord,
} from './wire.ts';

/** How deep a snapshot is written; the deepest chart of ours needs a third of it. */
const depthLimit = 30;

/** The app's end of the channel to its inspector. */
export interface AppLine {
  /** Goes into `createActor(root, { inspect })`. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Handles a message of the channel and ignores anything but packets of an inspector page. Returns whether a page is connected. */
  hear(data: unknown): boolean;
  /** Announces this app with all stored records. */
  announce(): void;
  leave(): void;
  /** Offers available seats as samples. */
  offerSeats(seatmaps: SeatmapStore): void;
}

/** Ids of one page load of the app. */
export interface LineNames {
  readonly run: string;
  readonly tab: string;
}

/**
 * Follows every actor, stores the last records for an inspector page that opens later, and executes its commands. Every posted packet
 * passes through the redactor.
 */
export function createAppLine(post: (packet: AppPacket) => void, names: LineNames): AppLine {
  const redact = createRedactor(depthLimit);
  const actors = new Map<string, AnyActorRef>();
  const startedAt = Date.now();
  let root: AnyActorRef | null = null;
  let seatmaps: SeatmapStore | null = null;
  let base = emptyMoment;
  let records: readonly WireRecord[] = [];
  let unsent: WireRecord[] = [];
  let seq = 0;
  let offers: readonly ActorOffer[] = [];
  let said = '[]';
  let isListening = false;
  let isFlushing = false;

  const keep = (message: object) => {
    const record = recordSchema.parse({ ...message, seq });
    seq += 1;
    records = [...records, record];
    unsent.push(record);
    if (records.length <= keptRecords * 1.2) return;
    const forgotten = records.length - keptRecords;
    base = withoutFinishedCalls(records.slice(0, forgotten).reduce(advance, base));
    records = records.slice(forgotten);
  };
  const inspector = createInspector(
    { send: keep },
    {
      serializationDepthLimit: depthLimit,
      // The last step before posting. It drops the definition, because the page shows the committed drawing of the chart.
      serialize: ({ ...message }) => {
        const name = actors.get(message.sessionId)?.id;
        const isNew = message.type === '@xstate.actor';
        const known = isNew && name !== undefined && name !== message.sessionId ? { name } : {};
        const lean = isNew ? { ...message, ...known, definition: undefined } : message;
        return redact(lean) as unknown as typeof message;
      },
    },
  );
  const note = (sessionId: string, tone: 'done' | 'refused', text: string) => {
    const type = 'roetix.note' as const;
    keep(redact({ type, sessionId, createdAt: String(Date.now()), tone, text }) as object);
    flushSoon();
  };

  const shownOffers = (): Offer[] =>
    offers.map(({ sessionId, events, delays }) => {
      const hidden = events.map((event) => redact(event) as unknown as EventObject);
      const labels = labelsOf(hidden);
      return {
        sessionId,
        events: hidden.map((event, at) => ({ label: labels[at] ?? '', event })),
        delays: delays.map(({ id, name, ms, dueAt }) => ({ id, name, ms, dueAt })),
      };
    });
  const readOffers = () => {
    const snapshot = machineSnapshot(root?.getSnapshot());
    const isRoot = snapshot?.machine.id === 'root';
    const context = isRoot ? (snapshot.context as RootContext) : null;
    offers = offersOf(actors.values(), context, seatmaps);
  };
  // Once per task, after every actor has settled; browsers throttle timers while the app's tab is hidden.
  const flushSoon = () => {
    if (isFlushing) return;
    isFlushing = true;
    queueMicrotask(() => {
      isFlushing = false;
      const news = unsent;
      unsent = [];
      if (!isListening) return;
      readOffers();
      const shown = shownOffers();
      const text = JSON.stringify(shown);
      const isNew = text !== said;
      said = text;
      if (news.length === 0 && !isNew) return;
      post({
        type: 'roetix.inspector.news',
        run: names.run,
        records: news,
        offers: isNew ? shown : null,
      });
    });
  };

  const announce = (inAnswer = false) => {
    readOffers();
    const shown = shownOffers();
    said = JSON.stringify(shown);
    unsent = [];
    post({
      type: 'roetix.inspector.here',
      ...names,
      inAnswer,
      startedAt,
      base,
      records: [...records],
      offers: shown,
    });
  };
  const send = (sessionId: string, wanted: EventObject) => {
    const ref = actors.get(sessionId);
    const refuse = (why: string) => note(sessionId, 'refused', `${wanted.type} not sent: ${why}`);
    if (ref === undefined) return refuse('the actor is gone');
    if (wanted.type.startsWith('xstate.')) return refuse('only the engine sends events of its own');
    const samples = offers.find((offer) => offer.sessionId === sessionId)?.events ?? [];
    const sample = nearest(
      samples.filter(({ type }) => type === wanted.type),
      wanted,
      redact,
    );
    const event = unmasked(wanted, sample) as EventObject;
    if (holdsMask(event)) return refuse('a masked value has to be typed in');
    if (!canTake(ref, event)) return refuse('the actor cannot take it now');
    note(sessionId, 'done', `${wanted.type} sent from the inspector`);
    ref.send(event);
  };
  const fire = (sessionId: string, delay: string) => {
    const ref = actors.get(sessionId);
    const running = ref && runningDelays(ref).find(({ id }) => id === delay);
    if (running === undefined)
      return note(sessionId, 'refused', 'The delay is not running any more');
    note(sessionId, 'done', `${running.name} fired from the inspector`);
    running.fire();
  };

  const follow = (event: InspectionEvent) => {
    const ref = event.actorRef as AnyActorRef;
    if (event.type === '@xstate.actor') {
      actors.set(ref.sessionId, ref);
      root ??= ref;
      inspector.actor(ref);
    } else if (event.type === '@xstate.event') {
      inspector.event(ref, event.event, event.sourceRef ? { source: event.sourceRef } : {});
    } else if (event.type === '@xstate.snapshot') {
      const machine = machineSnapshot(event.snapshot);
      // Children are actors of their own in the tree.
      const { children: _, ...plain } = (machine?.toJSON() ?? event.snapshot) as {
        readonly children?: unknown;
      };
      const shown = machine === null ? plain : { ...plain, machine: machine.machine.id };
      inspector.snapshot(ref, shown, { event: event.event });
      if (event.snapshot.status !== 'active') actors.delete(ref.sessionId);
    } else return;
    flushSoon();
  };

  return {
    inspect: (event) => {
      try {
        follow(event);
      } catch (error) {
        // An error thrown here would stop the observed actor.
        console.error('The inspector could not follow an event:', error);
      }
    },
    hear(data) {
      const parsed = pagePacketSchema.safeParse(data);
      if (!parsed.success) return isListening;
      const packet = parsed.data;
      if (packet.type === 'roetix.inspector.closed') isListening = false;
      else if (packet.type === 'roetix.inspector.listening') {
        isListening = true;
        if (packet.replay) announce(true);
      } else if (packet.run === names.run) {
        if (packet.type === 'roetix.inspector.send') send(packet.sessionId, packet.event);
        else fire(packet.sessionId, packet.delay);
      }
      return isListening;
    },
    announce: () => announce(),
    leave: () => post({ type: 'roetix.inspector.gone', run: names.run }),
    offerSeats: (store) => {
      seatmaps = store;
      store.subscribe(flushSoon);
    },
  };
}

/** The sample that an event was made from: the one most similar to it after masking. */
function nearest(
  samples: readonly EventObject[],
  wanted: EventObject,
  redact: (value: unknown) => unknown,
): EventObject | undefined {
  const text = JSON.stringify(wanted);
  return samples.find((sample) => JSON.stringify(redact(sample)) === text) ?? samples[0];
}
