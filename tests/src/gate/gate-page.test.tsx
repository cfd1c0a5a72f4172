import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { gateMachine } from '../../../machines/gate/gate.machine.ts';
import type {
  CameraCommand,
  CameraProblem,
  GateMachineEvent,
  JudgedScan,
  Look,
  Opened,
  Tally,
} from '../../../machines/gate/gate.types.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { GatePage } from '../../../src/gate/gate-page.tsx';
import { createSignals } from '../../../src/gate/signals.ts';
import { words } from '../../../src/gate/words/id.ts';
import { looks, tally, work } from '../../model/gate.model.ts';
import { unreachable } from '../../support/flows/machines.ts';
import { press, reads } from '../screens/page.ts';

/** Renders an open gate; the test controls the camera and the results. */
async function drawDoor() {
  let camera: (event: GateMachineEvent) => void = () => undefined;
  let look: Look = looks.good;
  const gate = createActor(
    gateMachine.provide({
      actors: {
        open: fromPromise<Opened>(async () => ({ work: work(), offeredPass: null })),
        look: fromPromise<Look, { readonly code: string }>(async () => look),
        keep: fromPromise<Tally, { readonly scan: JudgedScan }>(async () => tally(0)),
        // Permanently offline: the gate decides alone.
        sync: fromPromise<Result<Tally>>(async () => unreachable()),
        camera: fromCallback<CameraCommand>(({ sendBack }) => {
          camera = sendBack as typeof camera;
        }),
      },
    }),
  ).start();
  const video = document.createElement('video');
  render(<GatePage gate={gate} video={video} signals={createSignals(window)} />);
  await screen.findByRole('heading', { name: work().event.name });
  return {
    say: (event: GateMachineEvent) => act(() => camera(event)),
    /** Scans a code with this result. */
    see: async (next: Look) => {
      look = next;
      await act(async () => camera({ type: 'code.seen', code: 'roetix1.x.y' }));
    },
  };
}

let played: { hertz: number[]; shaken: unknown[] };
beforeEach(() => {
  played = { hertz: [], shaken: [] };
  const hertz = played.hertz;
  class AudioContext {
    currentTime = 0;
    destination = {};
    createGain = () => ({ gain: { value: 0 }, connect: () => undefined });
    createOscillator = () => ({
      frequency: {
        set value(tone: number) {
          hertz.push(tone);
        },
      },
      connect: (next: object) => next,
      start: () => undefined,
      stop: () => undefined,
    });
  }
  vi.stubGlobal('AudioContext', AudioContext);
  Object.defineProperty(navigator, 'vibrate', {
    configurable: true,
    value: (pattern: unknown) => played.shaken.push(pattern),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'vibrate');
  localStorage.clear();
});

describe('a gate', () => {
  it.each(['denied', 'missing', 'busy'] as const satisfies readonly CameraProblem[])(
    'says that the camera is %s, and leaves two ways on',
    async (problem) => {
      const { say } = await drawDoor();
      say({ type: 'camera.failed', problem });
      expect(screen.getByText(words.cameraProblem[problem])).toHaveRole('status');
      press(words.tryCamera);
      reads(words.cameraOpening);
      say({ type: 'camera.failed', problem });
      press(words.byHand);
      expect(screen.getByLabelText(words.codeField)).toHaveFocus();
    },
  );
});

describe('sound and vibration', () => {
  it.each([
    ['an admitted', looks.good, { hertz: [1_320], shaken: [80] }],
    ['a refused', looks.used, { hertz: [220, 220], shaken: [[150, 100, 150]] }],
  ])('tell %s attendee, once per scan', async (_, look, told) => {
    const { say, see } = await drawDoor();
    say({ type: 'camera.opened', hasTorch: false });
    await see(look);
    await act(async () => undefined);
    expect(played).toEqual(told);
  });

  it('can be turned off, and stay off on this device', async () => {
    const { say, see } = await drawDoor();
    press(words.signalsOn);
    reads({ button: words.signalsOff });
    say({ type: 'camera.opened', hasTorch: false });
    await see(looks.good);
    expect(played).toEqual({ hertz: [], shaken: [] });
    expect(createSignals(window).isOn()).toBe(false);
  });
});
