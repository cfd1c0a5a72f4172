import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CameraProblem } from '../../../machines/gate/gate.types.ts';
import { createViewfinder } from '../../../src/gate/viewfinder.ts';

const frameMs = 120;
const goneMs = 1_500;
const keptOpenMs = 20_000;

interface TrackStub {
  stop: ReturnType<typeof vi.fn>;
  applyConstraints: ReturnType<typeof vi.fn>;
  /** The system revokes the camera. */
  end: () => void;
}

let visibility: DocumentVisibilityState;

function turn(to: DocumentVisibilityState): void {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A phone with a camera and the code in front of it. */
function phone({ torch }: { torch?: boolean } = {}) {
  const tracks: TrackStub[] = [];
  const wishes: MediaStreamConstraints[] = [];
  let inView: string | null = null;
  let refusal: DOMException | null = null;
  let release: (() => void) | null = null;
  let isSlow = false;
  const getUserMedia = vi.fn(async (wish: MediaStreamConstraints) => {
    wishes.push(wish);
    if (isSlow) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    if (refusal !== null) throw refusal;
    const target = new EventTarget();
    const track = Object.assign(target, {
      stop: vi.fn(),
      applyConstraints: vi.fn(async () => undefined),
      end: () => void target.dispatchEvent(new Event('ended')),
      getCapabilities: () => (torch === undefined ? {} : { torch }),
    });
    tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
  });
  const viewfinder = createViewfinder({
    document,
    media: { getUserMedia } as unknown as MediaDevices,
    decoder: async () => async () => inView,
    now: () => Date.now(),
  });
  Object.defineProperty(viewfinder.video, 'srcObject', { value: null, writable: true });
  viewfinder.video.play = async () => undefined;
  const told = { opened: [] as boolean[], codes: [] as string[], problems: [] as CameraProblem[] };
  const read = () =>
    viewfinder.read({
      onOpen: (hasTorch) => told.opened.push(hasTorch),
      onCode: (text) => told.codes.push(text),
      onFailure: (problem) => told.problems.push(problem),
    });
  return {
    viewfinder,
    tracks,
    wishes,
    told,
    read,
    show: (text: string | null) => {
      inView = text;
    },
    refuse: (name: string) => {
      refusal = new DOMException('', name);
    },
    slowDown: () => {
      isSlow = true;
    },
    release: () => release?.(),
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the camera of a gate', () => {
  it('is the rear one, without sound', async () => {
    const { read, wishes, told, viewfinder } = phone();
    read();
    await pass(0);
    expect(wishes).toEqual([
      { audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } },
    ]);
    expect(told.opened).toEqual([false]);
    viewfinder.close();
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
  ] as const)('that fails with %s is %s', async (name, problem) => {
    const { read, refuse, told } = phone();
    refuse(name);
    read();
    await pass(0);
    expect(told).toEqual({ opened: [], codes: [], problems: [problem] });
  });

  it('is reported as missing on a device without camera access', async () => {
    const viewfinder = createViewfinder({
      document,
      media: undefined,
      decoder: async () => async () => null,
      now: () => 0,
    });
    const onFailure = vi.fn();
    viewfinder.read({ onOpen: vi.fn(), onCode: vi.fn(), onFailure });
    await pass(0);
    expect(onFailure.mock.calls).toEqual([['missing']]);
  });

  it('revoked by the system is reported and closed', async () => {
    const { read, tracks, told } = phone();
    read();
    await pass(0);
    tracks[0]?.end();
    expect(told.problems).toEqual(['busy']);
    expect(tracks[0]?.stop).toHaveBeenCalled();
  });
});

describe('its torch', () => {
  it.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])('is there where the camera says so: %s', async (torch, isOffered) => {
    const { read, told, viewfinder } = phone(torch === undefined ? {} : { torch });
    read();
    await pass(0);
    expect(told.opened).toEqual([isOffered]);
    viewfinder.close();
  });

  it('is switched on the open camera, and a refusal has no other effect', async () => {
    const { read, tracks, viewfinder, told, show } = phone({ torch: true });
    viewfinder.setTorch(true);
    read();
    await pass(0);
    viewfinder.setTorch(true);
    viewfinder.setTorch(false);
    expect(tracks[0]?.applyConstraints.mock.calls).toEqual([
      [{ advanced: [{ torch: true }] }],
      [{ advanced: [{ torch: false }] }],
    ]);
    tracks[0]?.applyConstraints.mockRejectedValueOnce(new DOMException('', 'NotSupportedError'));
    viewfinder.setTorch(true);
    show('a code');
    await pass(frameMs);
    expect(told).toMatchObject({ codes: ['a code'], problems: [] });
    viewfinder.close();
  });
});

describe('a hidden page', () => {
  it('closes the camera at once, and reopens it when visible', async () => {
    const { read, tracks, told, show, viewfinder } = phone({ torch: true });
    read();
    await pass(0);
    turn('hidden');
    expect(tracks[0]?.stop).toHaveBeenCalledTimes(1);
    expect(viewfinder.video.srcObject).toBeNull();
    show('a code');
    await pass(10 * frameMs);
    expect(told.codes).toEqual([]);
    turn('visible');
    await pass(0);
    expect(tracks).toHaveLength(2);
    expect(told).toEqual({ opened: [true, true], codes: ['a code'], problems: [] });
    viewfinder.close();
  });

  it('closes a camera that opens while hidden, without a report', async () => {
    const { read, tracks, told, slowDown, release, viewfinder } = phone();
    slowDown();
    read();
    await pass(0);
    turn('hidden');
    release();
    await pass(0);
    expect(tracks).toHaveLength(1);
    expect(tracks[0]?.stop).toHaveBeenCalled();
    expect(told).toEqual({ opened: [], codes: [], problems: [] });
    turn('visible');
    await pass(0);
    release();
    await pass(0);
    expect(told.opened).toEqual([false]);
    viewfinder.close();
  });

  it('that becomes visible before the camera was open has one camera', async () => {
    const { read, tracks, told, slowDown, release, viewfinder } = phone();
    slowDown();
    read();
    await pass(0);
    turn('hidden');
    turn('visible');
    release();
    await pass(0);
    release();
    await pass(0);
    expect(tracks.map(({ stop }) => stop.mock.calls.length > 0)).toEqual([true, false]);
    expect(told).toEqual({ opened: [false], codes: [], problems: [] });
    viewfinder.close();
  });
});

describe('a code in view', () => {
  it('is reported once, and again after it was out of view', async () => {
    const { read, told, show, viewfinder } = phone();
    read();
    show('a code');
    await pass(20 * frameMs);
    expect(told.codes).toEqual(['a code']);
    show(null);
    await pass(goneMs + frameMs);
    show('a code');
    await pass(frameMs);
    expect(told.codes).toEqual(['a code', 'a code']);
    show('another');
    await pass(frameMs);
    expect(told.codes.at(-1)).toBe('another');
    viewfinder.close();
  });

  it('is not new to a phone that was too busy to look for it', async () => {
    const { read, told, show, viewfinder } = phone();
    read();
    show('a code');
    await pass(frameMs);
    vi.setSystemTime(Date.now() + 4 * goneMs);
    await pass(frameMs);
    expect(told.codes).toEqual(['a code']);
    viewfinder.close();
  });

  it('is reported again after the camera was closed for a while', async () => {
    const { read, told, show, viewfinder } = phone();
    read();
    show('a code');
    await pass(frameMs);
    turn('hidden');
    await pass(goneMs);
    turn('visible');
    await pass(frameMs);
    expect(told.codes).toEqual(['a code', 'a code']);
    viewfinder.close();
  });

  it('is not reported without a reader; the camera stays open for a limited time', async () => {
    const { read, told, show, tracks } = phone();
    const stop = read();
    await pass(0);
    stop();
    show('a code');
    await pass(keptOpenMs - 1);
    expect(told.codes).toEqual([]);
    expect(tracks[0]?.stop).not.toHaveBeenCalled();
    await pass(1);
    expect(tracks[0]?.stop).toHaveBeenCalled();
  });
});
