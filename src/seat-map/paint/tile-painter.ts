import type { Scene, SceneLook } from '../scene.ts';
import type { Brush } from './paint-seat.ts';
import { createStamps, paintTile, type Stamps, type Tile, tileSize } from './paint-tile.ts';

/** Milliseconds per frame for drawing on the main thread. */
const budgetMs = 4;

/** A drawn tile. */
export interface PaintedTile {
  readonly tile: Tile;
  readonly picture: CanvasImageSource;
  /** Number of changes that the drawing includes. */
  readonly changes: number;
}

/** Draws tiles, on this thread or in a worker. */
export interface TilePainter {
  /** Requests tiles, most important first; drops earlier requests that are not drawn yet. */
  want(tiles: readonly Tile[]): void;
  /** Updates displayed statuses; `codes` are indexes into `shownStatuses`. */
  change(indexes: readonly number[], codes: readonly number[]): void;
  look(look: SceneLook): void;
  stop(): void;
}

/** Messages to the worker. */
export type PainterMessage =
  | { readonly kind: 'scene'; readonly scene: Scene }
  | { readonly kind: 'look'; readonly look: SceneLook }
  | {
      readonly kind: 'change';
      readonly indexes: readonly number[];
      readonly codes: readonly number[];
    }
  | { readonly kind: 'want'; readonly tiles: readonly Tile[] };

/** Returns a cache that keeps the pictures of seats while scale and colours stay the same. */
export function stampsFor(): (scale: number, look: SceneLook) => Stamps {
  let known: { readonly scale: number; readonly palette: unknown; readonly stamps: Stamps } | null =
    null;
  return (scale, { palette }) => {
    if (known?.scale !== scale || known.palette !== palette) {
      known = { scale, palette, stamps: createStamps(scale) };
    }
    return known.stamps;
  };
}

/** Colours of the pictures that a worker sends first. */
export const probeColours = ['#ff0000', '#0000ff'] as const;

/**
 * Creates a painter in a newly started `worker`; `onBroken` is called when the pictures that it sends first are not those that it drew, which
 * `colourOf` reads as `#rrggbb`.
 */
export function workerPainter(
  worker: Worker,
  scene: Scene,
  onTile: (painted: PaintedTile) => void,
  { colourOf, onBroken }: { colourOf: (picture: ImageBitmap) => string; onBroken: () => void },
): TilePainter {
  const tell = (message: PainterMessage) => worker.postMessage(message);
  worker.onmessage = ({ data }: MessageEvent<PaintedTile | { probe: ImageBitmap[] }>) => {
    if (!('probe' in data)) return onTile(data);
    if (data.probe.map(colourOf).join() !== probeColours.join()) onBroken();
  };
  tell({ kind: 'scene', scene });
  return {
    want: (tiles) => tell({ kind: 'want', tiles }),
    change: (indexes, codes) => tell({ kind: 'change', indexes, codes }),
    look: (look) => tell({ kind: 'look', look }),
    stop: () => worker.terminate(),
  };
}

/** Creates a painter on this thread that uses a few milliseconds per frame. The caller updates `scene.shown`. */
export function localPainter(
  scene: Scene,
  onTile: (painted: PaintedTile) => void,
  page: {
    readonly now: () => number;
    readonly nextFrame: (run: () => void) => void;
    readonly blank: (size: number) => { brush: Brush; picture: CanvasImageSource } | null;
  },
): TilePainter {
  const stampsOf = stampsFor();
  let shown = scene;
  let wanted: readonly Tile[] = [];
  let changes = 0;
  let isStopped = false;
  let isAwaited = false;
  let drawing: { steps: Generator<void, void>; painted: PaintedTile } | null = null;

  function begin(): typeof drawing {
    const [tile, ...rest] = wanted;
    if (tile === undefined) return null;
    wanted = rest;
    const sheet = page.blank(tileSize);
    if (sheet === null) return null;
    const stamps = stampsOf(tile.scale, shown.look);
    return {
      steps: paintTile(sheet.brush, shown, tile, stamps),
      painted: { tile, picture: sheet.picture, changes },
    };
  }

  function work() {
    isAwaited = false;
    if (isStopped) return;
    const end = page.now() + budgetMs;
    do {
      drawing ??= begin();
      if (drawing === null) return;
      if (drawing.steps.next().done === true) {
        onTile(drawing.painted);
        drawing = null;
      }
    } while (page.now() < end);
    schedule();
  }

  function schedule() {
    if (isAwaited) return;
    isAwaited = true;
    page.nextFrame(work);
  }

  return {
    want(tiles) {
      wanted = tiles;
      drawing = null;
      if (tiles.length > 0) schedule();
    },
    change: () => {
      changes += 1;
    },
    look: (look) => {
      shown = { ...shown, look };
      drawing = null;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
