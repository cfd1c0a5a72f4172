import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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

/** A phone whose camera is being read. */
async function reading(kind: Parameters<typeof phone>[0] & { isSlow?: boolean } = {}) {
  const { isSlow = false, ...rest } = kind;
  const at = phone(rest);
  onTestFinished(() => at.viewfinder.close());
  if (isSlow) at.slowDown();
  const stop = at.read();
  await pass(0);
  const release = async () => {
    at.release();
    await pass(0);
  };
  return {
    ...at,
    stop,
    release,
    isStopped: (nth: number) => at.tracks[nth]?.stop.mock.calls.length,
  };
}

describe('the camera of a gate', () => {
  it('is the rear one, without sound', async () => {
    const { wishes, told } = await reading();
    expect(wishes).toEqual([
      { audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } },
    ]);
    expect(told.opened).toEqual([false]);
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

  it('revoked by the system is reported and closed', async () => {
    const { tracks, told } = await reading();
    tracks[0]?.end();
    expect(told.problems).toEqual(['busy']);
    expect(tracks[0]?.stop).toHaveBeenCalled();
  });

  it.each([
    [{ torch: true }, true],
    [{ torch: false }, false],
    [{}, false],
  ])('has a torch where it says so: %o', async (kind, isOffered) => {
    expect((await reading(kind)).told.opened).toEqual([isOffered]);
  });
});

describe('a hidden page', () => {
  it('closes the camera at once, and reopens it when visible', async () => {
    const { tracks, told, show, viewfinder, isStopped } = await reading({ torch: true });
    turn('hidden');
    expect(isStopped(0)).toBe(1);
    expect(viewfinder.video.srcObject).toBeNull();
    show('a code');
    await pass(10 * frameMs);
    expect(told.codes).toEqual([]);
    turn('visible');
    await pass(0);
    expect(tracks).toHaveLength(2);
    expect(told).toEqual({ opened: [true, true], codes: ['a code'], problems: [] });
  });
});

describe('a code in view', () => {
  it('is reported once, and again after it was out of view', async () => {
    const { told, show } = await reading();
    for (const [code, ms] of [
      ['a code', 20 * frameMs],
      [null, goneMs + frameMs],
      ['a code', frameMs],
      ['another', frameMs],
    ] as const) {
      show(code);
      await pass(ms);
    }
    expect(told.codes).toEqual(['a code', 'a code', 'another']);
  });

  it('is not reported without a reader; the camera stays open for a limited time', async () => {
    const { told, show, stop, isStopped } = await reading();
    stop();
    show('a code');
    await pass(keptOpenMs - 1);
    expect(told.codes).toEqual([]);
    expect(isStopped(0)).toBe(0);
    await pass(1);
    expect(isStopped(0)).toBe(1);
  });
});
