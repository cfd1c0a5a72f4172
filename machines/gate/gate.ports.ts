import { fromCallback, fromPromise } from 'xstate';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type {
  Asked,
  CameraCommand,
  GateMachineEvent,
  JudgedScan,
  Look,
  Opened,
  PassOffer,
  Tally,
  Unlocked,
} from './gate.types.ts';

/** The effects of the gate machine. What a device keeps is kept by them; it outlives the page. */
export const gatePorts = {
  /** Reads what this device keeps, and the pass in the address. */
  open: fromPromise<Opened>(notProvided('gate.open')),
  /** Takes up a pass: fetches the event, the keys and all entries so far, and keeps them. */
  unlock: fromPromise<Unlocked, PassOffer>(notProvided('gate.unlock')),
  /** Checks a code with the data stored on this device: signature, revocations, entries. */
  look: fromPromise<Look, { readonly code: string }>(notProvided('gate.look')),
  /** Asks the server about a guest who still stands outside. */
  ask: fromPromise<Asked, { readonly look: Look }>(notProvided('gate.ask')),
  /** Keeps a judged scan: before the staff see it, or a reload would let a ticket in twice. */
  keep: fromPromise<Tally, { readonly scan: JudgedScan }>(notProvided('gate.keep')),
  /** Takes back the entry of the last scan of this device. */
  undo: fromPromise<Tally>(notProvided('gate.undo')),
  /** Sends the guests the server does not know of, and fetches the entries of other doors. */
  sync: fromPromise<Result<Tally>>(notProvided('gate.sync')),
  /** Forgets the pass and everything with it. */
  forget: fromPromise<void>(notProvided('gate.forget')),
  /** Reads codes with the camera, each once as long as it stays in view. */
  camera: fromCallback<CameraCommand>(({ sendBack }) => {
    sendBack({ type: 'camera.failed', problem: 'missing' } satisfies GateMachineEvent);
  }),
  /** Reads what a scanner types, whatever the page shows. The default types nothing. */
  scanner: fromCallback(() => undefined),
  /** Tells when the network goes and comes. The default says nothing. */
  network: fromCallback(() => undefined),
};
