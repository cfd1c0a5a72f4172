import type { CameraProblem } from '../../machines/gate/gate.types.ts';
import type { DecodeFrame } from './decoder.ts';

/** Interval between two decoded frames. */
const frameEveryMs = 120;
/** Time out of view after which the same code counts as a new scan. */
const outOfViewMs = 1_500;
/** The most that one frame counts of it: a busy phone looks seldom, and a code that it did not look for was not away. */
const longestFrameMs = 500;
/** A camera takes a second to open, so it stays open for this time after a scan. */
const keepOpenMs = 20_000;

/** The current receiver of codes. */
export interface CodeReader {
  readonly onOpen: (hasTorch: boolean) => void;
  readonly onCode: (text: string) => void;
  readonly onFailure: (problem: CameraProblem) => void;
}

/** The camera of the device and its video element. */
export interface Viewfinder {
  readonly video: HTMLVideoElement;
  /** Reads until the returned function is called. Only one reader at a time. */
  read(reader: CodeReader): () => void;
  setTorch(isOn: boolean): void;
  /** Closes the camera at once. */
  close(): void;
}

interface ViewfinderParts {
  readonly document: Document;
  readonly media: MediaDevices | undefined;
  readonly decoder: () => Promise<DecodeFrame>;
  readonly now: () => number;
}

/** Creates one camera for the life of the page; it reports a code in view once, even to a new reader. */
export function createViewfinder({ document, media, decoder, now }: ViewfinderParts): Viewfinder {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  let reader: CodeReader | null = null;
  let stream: MediaStream | null = null;
  let isOpening = false;
  let closings = 0;
  let frameTimer: ReturnType<typeof setTimeout> | undefined;
  let closeTimer: ReturnType<typeof setTimeout> | undefined;
  let seen = { text: '', awayMs: 0 };
  let lookedAt = 0;

  const track = () => stream?.getVideoTracks()[0];
  const hasTorch = () => {
    const abilities = track()?.getCapabilities?.() as { torch?: boolean } | undefined;
    return abilities?.torch === true;
  };

  async function open(): Promise<void> {
    if (stream !== null) {
      reader?.onOpen(hasTorch());
      return;
    }
    if (isOpening) return;
    isOpening = true;
    const closingsBefore = closings;
    const problem = await openStream(closingsBefore).then(() => null, problemOf);
    isOpening = false;
    if (problem === null) return;
    const wasClosed = closings !== closingsBefore;
    close();
    if (!wasClosed) reader?.onFailure(problem);
    else if (reader !== null && document.visibilityState !== 'hidden') void open();
  }

  /** Also rejects if the camera was closed while it was opening. */
  async function openStream(closingsBefore: number): Promise<void> {
    if (media === undefined) throw new DOMException('', 'NotFoundError');
    const decode = await decoder();
    const opened = await media.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 } },
    });
    stream = opened;
    throwIfClosed(closingsBefore);
    video.srcObject = opened;
    await video.play();
    throwIfClosed(closingsBefore);
    track()?.addEventListener('ended', () => {
      close();
      reader?.onFailure('busy');
    });
    watch(decode);
    if (reader === null) closeLater();
    else reader.onOpen(hasTorch());
  }

  function throwIfClosed(closingsBefore: number): void {
    if (closings !== closingsBefore) throw new DOMException('', 'AbortError');
  }

  function watch(decode: DecodeFrame): void {
    // While the camera was closed, all of the time counts.
    let longestMs = Number.POSITIVE_INFINITY;
    const decodeFrame = async () => {
      const text = await decode(video).catch(() => null);
      if (stream === null) return;
      note(text, longestMs);
      longestMs = longestFrameMs;
      frameTimer = setTimeout(decodeFrame, frameEveryMs);
    };
    void decodeFrame();
  }

  function note(text: string | null, longestMs: number): void {
    const at = now();
    const passed = Math.min(at - lookedAt, longestMs);
    lookedAt = at;
    const isShown = text === seen.text;
    if (!isShown || longestMs > longestFrameMs) seen.awayMs += passed;
    if (text === null) return;
    if (isShown && seen.awayMs < outOfViewMs) seen.awayMs = 0;
    else if (reader !== null) {
      seen = { text, awayMs: 0 };
      reader.onCode(text);
    }
  }

  function closeLater(): void {
    clearTimeout(closeTimer);
    closeTimer = setTimeout(close, keepOpenMs);
  }

  function close(): void {
    closings += 1;
    clearTimeout(frameTimer);
    clearTimeout(closeTimer);
    for (const each of stream?.getTracks() ?? []) each.stop();
    stream = null;
    video.srcObject = null;
  }

  // A camera in the background drains the battery, and some systems revoke it silently.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') close();
    else if (reader !== null) void open();
  });

  return {
    video,
    read(next) {
      clearTimeout(closeTimer);
      reader = next;
      void open();
      return () => {
        if (reader !== next) return;
        reader = null;
        closeLater();
      };
    },
    setTorch(isOn) {
      const wish = { advanced: [{ torch: isOn }] } as unknown as MediaTrackConstraints;
      void track()
        ?.applyConstraints(wish)
        .catch(() => undefined);
    },
    close,
  };
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}
