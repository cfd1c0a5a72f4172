import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import type { RootContext } from '../../machines/root/root.types.ts';
import type { SeatmapStore } from '../effects/seatmap-store.ts';
import { sampleFacts } from './sample-facts.ts';
import { samplesFor } from './samples.ts';

/** A delay that is running, with what is needed to end it early. */
export interface RunningDelay {
  readonly id: string;
  readonly name: string;
  readonly ms: number;
  readonly dueAt: number;
  fire(): void;
}

/** What one actor can take now, unmasked. */
export interface ActorOffer {
  readonly sessionId: string;
  readonly events: readonly EventObject[];
  readonly delays: readonly RunningDelay[];
}

/** The snapshot of a machine; null for an actor that is none, such as a call. */
export function machineSnapshot(snapshot: unknown): AnyMachineSnapshot | null {
  const isMachine = typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot;
  return isMachine ? (snapshot as AnyMachineSnapshot) : null;
}

/** True where an actor would do something about an event. `can` alone says yes for one that is over. */
export function canTake(ref: AnyActorRef, event: EventObject): boolean {
  const snapshot = machineSnapshot(ref.getSnapshot());
  return snapshot?.status === 'active' && snapshot.can(event);
}

/** What each live machine can take now, and which of its delays run. */
export function offersOf(
  actors: Iterable<AnyActorRef>,
  root: RootContext | null,
  seatmaps: SeatmapStore | null,
): readonly ActorOffer[] {
  const facts = sampleFacts(root, seatmaps);
  return [...actors].flatMap((ref) => {
    const snapshot = machineSnapshot(ref.getSnapshot());
    if (snapshot?.status !== 'active') return [];
    const samples = samplesFor(snapshot.machine.id, snapshot.context, facts);
    const events = samples.filter((event) => snapshot.can(event));
    return [{ sessionId: ref.sessionId, events, delays: runningDelays(ref) }];
  });
}

/** Delays whose event is on its way to an actor, the next first. */
export function runningDelays(ref: AnyActorRef): readonly RunningDelay[] {
  const { system } = ref;
  return Object.entries(system.getSnapshot()._scheduledEvents)
    .filter(([, scheduled]) => scheduled.target === ref)
    .map(([id, { source, target, event, delay, id: timer, startedAt }]) => ({
      id,
      name: delayName(event.type),
      ms: Math.round(delay),
      dueAt: startedAt + delay,
      fire: () => {
        // The same as time passing: without this a delay that stays in its state would fire a second time.
        system.scheduler.cancel(source, timer);
        target.send(event);
      },
    }))
    .toSorted((a, b) => a.dueAt - b.dueAt);
}

/** 'voucherRelease' of 'xstate.after.voucherRelease.seatDraft.choosing.…'; any other event is called by its type. */
function delayName(type: string): string {
  return /^xstate\.after\.([^.]+)\./.exec(type)?.[1] ?? type;
}

/**
 * Names for samples that tell those of one type apart: the first words they carry. Made of what is masked already, so that no name
 * shows what the sample hides.
 */
export function labelsOf(events: readonly EventObject[]): readonly string[] {
  const used = new Set<string>();
  return events.map(({ type, ...payload }) => {
    const words = wordsIn(payload).slice(0, 3).join(' ');
    const same = [...Array(events.length).keys()].map((at) =>
      at === 0 ? words : `${words} (${at + 1})`,
    );
    const label = same.find((name) => !used.has(`${type} ${name}`)) ?? words;
    used.add(`${type} ${label}`);
    return label;
  });
}

const saysNothing = /^(?:\d*|•+|[\da-f]{8}-[\da-f-]{27})$/;

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return saysNothing.test(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'boolean' ? [inner ? key : `not ${key}`] : wordsIn(inner),
  );
}
