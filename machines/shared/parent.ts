import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** The actor a flow reports to, typed by the events that it takes: `sendParent` is not typed and is not used. */
export type ParentRef<E extends EventObject> = ActorRef<Snapshot<unknown>, E>;
