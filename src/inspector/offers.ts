import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import type { RootContext } from '../../machines/root/root.types.ts';
import type { SeatmapStore } from '../effects/seatmap-store.ts';
import { sampleFacts } from './sample-facts.ts';
import { samplesFor } from './samples.ts';

/** A running delay, with the function that ends it early. */
export interface RunningDelay {
  readonly id: string;
  readonly name: string;
  readonly ms: number;
  readonly dueAt: number;
  fire(): void;
}

/** The events that one actor can handle now, unmasked. */
export interface ActorOffer {
  readonly sessionId: string;
  readonly events: readonly EventObject[];
  readonly delays: readonly RunningDelay[];
}

/** The snapshot as a machine snapshot; null for other actors, such as a call. */
export function machineSnapshot(snapshot: unknown): AnyMachineSnapshot | null {
  const isMachine = typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot;
  return isMachine ? (snapshot as AnyMachineSnapshot) : null;
}

/** True if an actor would handle an event. `can` alone returns true for a stopped actor. */
export function canTake(ref: AnyActorRef, event: EventObject): boolean {
  const snapshot = machineSnapshot(ref.getSnapshot());
  return snapshot?.status === 'active' && snapshot.can(event);
}

/** The events that each live machine can handle now, and its running delays. */
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

/** Delays whose event is scheduled for an actor, soonest first. */
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
        // Cancels the timer too: otherwise a delay that does not leave its state would fire a second time.
        system.scheduler.cancel(source, timer);
        target.send(event);
      },
    }))
    .sort((a, b) => a.dueAt - b.dueAt);
}

/** 'voucherRelease' of 'xstate.after.voucherRelease.seatDraft.choosing.…'; for any other event its type. */
function delayName(type: string): string {
  return /^xstate\.after\.([^.]+)\./.exec(type)?.[1] ?? type;
}

/**
 * Labels that distinguish samples of one type: the first words in their payload. They are made from the masked samples, so that no label
 * shows a secret.
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
