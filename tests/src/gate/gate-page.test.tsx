import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
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
import { ok, refused, unreachable } from '../../support/flows/machines.ts';

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
  const user = userEvent.setup();
  render(<GatePage gate={gate} video={video} signals={createSignals(window)} />);
  await screen.findByRole('heading', { name: work().event.name });
  const language = words.lang === 'id' ? 'Bahasa Indonesia' : 'English';
  await user.click(screen.getByRole('button', { name: language }));
  return {
    gate,
    user,
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
  localStorage.clear();
});

describe.each(catalogues)('a gate in %s', (_language, words) => {
  it.each(['denied', 'missing', 'busy'] as const satisfies readonly CameraProblem[])(
    'says that the camera is %s, and leaves two ways on',
    async (problem) => {
      const { say, user } = await drawDoor(words);
      say({ type: 'camera.failed', problem });
      expect(screen.getByText(words.cameraProblem[problem])).toHaveRole('status');
      await user.click(screen.getByRole('button', { name: words.tryCamera }));
      expect(screen.getByText(words.cameraOpening)).toBeVisible();
      say({ type: 'camera.failed', problem });
      await user.click(screen.getByRole('button', { name: words.byHand }));
      expect(screen.getByLabelText(words.codeField)).toHaveFocus();
    },
  );

  it('offers the torch if the camera has one, and switches it', async () => {
    const { say, user, told } = await drawDoor(words);
    say({ type: 'camera.opened', hasTorch: false });
    expect(screen.getByText(words.aim)).toBeVisible();
    expect(screen.queryByRole('button', { name: words.torchOn })).toBeNull();
    say({ type: 'camera.opened', hasTorch: true });
    await user.click(screen.getByRole('button', { name: words.torchOn }));
    await user.click(screen.getByRole('button', { name: words.torchOff }));
    expect(told.map(({ isOn }) => isOn)).toEqual([false, true, false]);
    expect(screen.getByRole('button', { name: words.torchOn })).toBeVisible();
  });
});

describe('sound and vibration', () => {
  it('differ between an admitted and a refused attendee, once per scan', async () => {
    const { say, see } = await drawDoor();
    say({ type: 'camera.opened', hasTorch: false });
    await see(looks.good);
    expect(played).toEqual({ hertz: [1_320], shaken: [80] });
    await act(async () => undefined);
    expect(played.shaken).toHaveLength(1);
  });

  it('differ for a refusal', async () => {
    const { say, see } = await drawDoor();
    say({ type: 'camera.opened', hasTorch: false });
    await see(looks.used);
    expect(played).toEqual({ hertz: [220, 220], shaken: [[150, 100, 150]] });
  });

  it('can be turned off, and stay off on this device', async () => {
    const { say, see, user } = await drawDoor();
    await user.click(screen.getByRole('button', { name: id.signalsOn }));
    expect(screen.getByRole('button', { name: id.signalsOff })).toBeVisible();
    say({ type: 'camera.opened', hasTorch: false });
    await see(looks.good);
    expect(played).toEqual({ hertz: [], shaken: [] });
    expect(createSignals(window).isOn()).toBe(false);
  });
});

it('keeps the form of a new pass open while the door works, and closes it with the answer', async () => {
  const { say, user } = await drawDoor(id, refused('gatePassInvalid'));
  await user.click(await screen.findByRole('button', { name: id.newPass }));
  say({ type: 'camera.opened', hasTorch: false });
  expect(screen.queryByRole('heading', { name: work().event.name })).toBeNull();
  await user.type(screen.getByLabelText(id.passField), 'gerbang-baru');
  await user.click(screen.getByRole('button', { name: id.unlock }));
  expect(await screen.findByRole('heading', { name: work().event.name })).toBeVisible();
});

it('the camera renders for its own torch, and not for an upload that fails again', async () => {
  const { gate, say } = await drawDoor();
  say({ type: 'camera.opened', hasTorch: true });
  renders.camera = 0;
  const { attempts } = gate.getSnapshot().context;
  for (const _ of [1, 2, 3]) await act(async () => gate.send({ type: 'sync.now' }));
  expect(gate.getSnapshot().context.attempts).toBe(attempts + 3);
  expect(renders.camera).toBe(0);

  act(() => gate.send({ type: 'torch.toggle' }));
  expect(renders.camera).toBe(1);
});
