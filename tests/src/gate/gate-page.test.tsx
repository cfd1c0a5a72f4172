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
  Unlocked,
} from '../../../machines/gate/gate.types.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { GatePage } from '../../../src/gate/gate-page.tsx';
import type * as Readings from '../../../src/gate/reading.tsx';
import { createSignals } from '../../../src/gate/signals.ts';
import { words as en } from '../../../src/gate/words/en.ts';
import { words as id } from '../../../src/gate/words/id.ts';
import { looks, tally, work } from '../../model/gate.model.ts';
import { ok, unreachable } from '../../support/flows/machines.ts';
import { press, reads } from '../screens/page.ts';

const { renders } = vi.hoisted(() => ({ renders: { camera: 0 } }));
vi.mock('../../../src/gate/reading.tsx', async (original) => {
  const { CameraView, ...rest } = await original<typeof Readings>();
  return {
    ...rest,
    CameraView: (props: Parameters<typeof CameraView>[0]) => {
      renders.camera += 1;
      return <CameraView {...props} />;
    },
  };
});

const catalogues = [
  ['Indonesian', id],
  ['English', en],
] as const;
type Words = (typeof catalogues)[number][1];

/** Renders an open gate; the test controls the camera and the results. */
async function drawDoor(words: Words = id, synced: Result<Tally> = unreachable()) {
  const told: CameraCommand[] = [];
  let camera: (event: GateMachineEvent) => void = () => undefined;
  let look: Look = looks.good;
  const gate = createActor(
    gateMachine.provide({
      actors: {
        open: fromPromise<Opened>(async () => ({ work: work(), offeredPass: null })),
        look: fromPromise<Look, { readonly code: string }>(async () => look),
        keep: fromPromise<Tally, { readonly scan: JudgedScan }>(async () => tally(0)),
        // Permanently offline unless given: the gate decides alone.
        sync: fromPromise<Result<Tally>>(async () => synced),
        unlock: fromPromise<Unlocked, { readonly pass: string; readonly door: string }>(async () =>
          ok(work()),
        ),
        camera: fromCallback<CameraCommand>(({ sendBack, receive }) => {
          camera = sendBack as typeof camera;
          receive((command) => told.push(command));
        }),
      },
    }),
  ).start();
  const video = document.createElement('video');
  render(<GatePage gate={gate} video={video} signals={createSignals(window)} />);
  await screen.findByRole('heading', { name: work().event.name });
  const language = words.lang === 'id' ? 'Bahasa Indonesia' : 'English';
  press(language);
  return {
    gate,
    told,
    video,
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

describe.each(catalogues)('a gate in %s', (_language, words) => {
  it.each(['denied', 'missing', 'busy'] as const satisfies readonly CameraProblem[])(
    'says that the camera is %s, and leaves two ways on',
    async (problem) => {
      const { say } = await drawDoor(words);
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
    press(id.signalsOn);
    reads({ button: id.signalsOff });
    say({ type: 'camera.opened', hasTorch: false });
    await see(looks.good);
    expect(played).toEqual({ hertz: [], shaken: [] });
    expect(createSignals(window).isOn()).toBe(false);
  });
});
