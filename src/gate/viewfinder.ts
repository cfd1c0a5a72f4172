import type { CameraProblem } from '../../machines/gate/gate.types.ts';
import type { DecodeFrame } from './decoder.ts';

/** Between two looks at the picture. */
const frameEveryMs = 120;
/** A code that was out of view so long and comes back is shown anew on purpose. */
const goneAfterMs = 1_500;
/** A camera takes a second to open: it stays open through a result, and no longer. */
const keptOpenMs = 20_000;

/** Who reads at the moment. */
export interface CodeReader {
  readonly onOpen: (hasTorch: boolean) => void;
  readonly onCode: (text: string) => void;
  readonly onFailure: (problem: CameraProblem) => void;
}

/** The camera of the device and the element it is seen in. */
export interface Viewfinder {
  readonly video: HTMLVideoElement;
  /** Reads until the returned function is called. One reader at a time. */
  read(reader: CodeReader): () => void;
  setTorch(isOn: boolean): void;
  /** Lets the camera go at once. */
  close(): void;
}

interface ViewfinderParts {
  readonly document: Document;
  readonly media: MediaDevices | undefined;
  readonly decoder: () => Promise<DecodeFrame>;
  readonly now: () => number;
}

/** One camera for as long as the page lives: the same code in view is told once, whoever reads. */
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
  let seen = { text: '', at: 0 };

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
    const before = closings;
    const problem = await begin(before).then(() => null, problemOf);
    isOpening = false;
    if (problem === null) return;
    const wasLetGo = closings !== before;
    close();
    if (!wasLetGo) reader?.onFailure(problem);
    else if (reader !== null && document.visibilityState !== 'hidden') void open();
  }

  /** Rejects also where the camera was let go before it was open. */
  async function begin(before: number): Promise<void> {
    if (media === undefined) throw new DOMException('', 'NotFoundError');
    const decode = await decoder();
    const opened = await media.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 } },
    });
    stream = opened;
    refuseLetGo(before);
    video.srcObject = opened;
    await video.play();
    refuseLetGo(before);
    track()?.addEventListener('ended', () => {
      close();
      reader?.onFailure('busy');
    });
    watch(decode);
    if (reader === null) closeLater();
    else reader.onOpen(hasTorch());
  }

  function refuseLetGo(before: number): void {
    if (closings !== before) throw new DOMException('', 'AbortError');
  }

  function watch(decode: DecodeFrame): void {
    const look = async () => {
      const text = await decode(video).catch(() => null);
      if (stream === null) return;
      if (text !== null) tell(text);
      frameTimer = setTimeout(look, frameEveryMs);
    };
    void look();
  }

  function tell(text: string): void {
    const at = now();
    const isSame = text === seen.text && at - seen.at < goneAfterMs;
    if (isSame) seen = { text, at };
    else if (reader !== null) {
      seen = { text, at };
      reader.onCode(text);
    }
  }

  function closeLater(): void {
    clearTimeout(closeTimer);
    closeTimer = setTimeout(close, keptOpenMs);
  }

  function close(): void {
    closings += 1;
    clearTimeout(frameTimer);
    clearTimeout(closeTimer);
    for (const each of stream?.getTracks() ?? []) each.stop();
    stream = null;
    video.srcObject = null;
  }

  // A camera behind another app drains the phone, and some systems take it away without a word.
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
