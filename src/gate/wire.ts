import { fromCallback, fromPromise } from 'xstate';
import { gateMachine } from '../../machines/gate/gate.machine.ts';
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
} from '../../machines/gate/gate.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import type { Device } from './device.ts';
import type { GateStore } from './store.ts';
import type { Viewfinder } from './viewfinder.ts';

/** Effects of the gate machine. */
export interface GateEffects {
  readonly device: Device;
  readonly store: GateStore;
  readonly viewfinder: Viewfinder;
  /** Calls back with each code that a scanner types; returns the unsubscribe function. */
  readonly watchScanner: (onCode: (code: string) => void) => () => void;
  /** Calls back when the network goes offline or online; returns the unsubscribe function. */
  readonly watchNetwork: (onChange: (isThere: boolean) => void) => () => void;
}

/** Provides the gate machine with the browser's effects. */
export function wireGate({ device, store, viewfinder, watchNetwork, watchScanner }: GateEffects) {
  return gateMachine.provide({
    actors: {
      open: fromPromise<Opened>(() => device.open()),
      unlock: fromPromise<Unlocked, PassOffer>(({ input }) => device.unlock(input)),
      look: fromPromise<Look, { readonly code: string }>(({ input }) => device.look(input.code)),
      ask: fromPromise<Asked, { readonly look: Look }>(({ input, signal }) =>
        device.ask(input.look, signal),
      ),
      keep: fromPromise<Tally, { readonly scan: JudgedScan }>(async ({ input }) => {
        await store.saveScan(input.scan);
        return store.tally();
      }),
      undo: fromPromise<Tally>(async () => {
        await store.undoLast();
        return store.tally();
      }),
      scanner: fromCallback(({ sendBack }) =>
        watchScanner((code) => {
          const event: GateMachineEvent = { type: 'code.scanned', code };
          sendBack(event);
        }),
      ),
      sync: fromPromise<Result<Tally>>(() => device.sync()),
      forget: fromPromise<void>(() => store.clear()),
      camera: fromCallback<CameraCommand>(({ sendBack, receive }) => {
        const say = (event: GateMachineEvent) => sendBack(event);
        receive((command) => viewfinder.setTorch(command.isOn));
        return viewfinder.read({
          onOpen: (hasTorch) => say({ type: 'camera.opened', hasTorch }),
          onCode: (code) => say({ type: 'code.seen', code }),
          onFailure: (problem) => say({ type: 'camera.failed', problem }),
        });
      }),
      network: fromCallback(({ sendBack }) =>
        watchNetwork((isThere) => {
          const event: GateMachineEvent = {
            type: isThere ? 'network.returned' : 'network.lost',
          };
          sendBack(event);
        }),
      ),
    },
  });
}
