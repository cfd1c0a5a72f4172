import type { Scene, SceneLook } from '../scene.ts';
import type { Brush } from './paint-seat.ts';
import { createStamps, paintTile, type Stamps, type Tile, tileSize } from './paint-tile.ts';

/** Milliseconds of a frame that drawing may take where it shares the thread with the page. */
const budgetMs = 4;

/** A tile that was drawn. */
export interface PaintedTile {
  readonly tile: Tile;
  readonly picture: CanvasImageSource;
  /** Number of changes that the drawing knew of. */
  readonly changes: number;
}

/** Draws tiles, here or on another thread. */
export interface TilePainter {
  /** Tiles wanted now, the most wanted first; what was wanted before and is not drawn yet is forgotten. */
  want(tiles: readonly Tile[]): void;
  /** Seats that are shown otherwise; `codes` are places in `shownStatuses`. */
  change(indexes: readonly number[], codes: readonly number[]): void;
  look(look: SceneLook): void;
  stop(): void;
}

/** What the other thread is told. */
export type PainterMessage =
  | { readonly kind: 'scene'; readonly scene: Scene }
  | { readonly kind: 'look'; readonly look: SceneLook }
  | {
      readonly kind: 'change';
      readonly indexes: readonly number[];
      readonly codes: readonly number[];
    }
  | { readonly kind: 'want'; readonly tiles: readonly Tile[] };

/** The same stamps as long as scale and colours stay. */
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

/** Draws on another thread. `worker` has been started with nothing yet. */
export function workerPainter(
  worker: Worker,
  scene: Scene,
  onTile: (painted: PaintedTile) => void,
): TilePainter {
  const tell = (message: PainterMessage) => worker.postMessage(message);
  worker.onmessage = ({ data }: MessageEvent<PaintedTile>) => onTile(data);
  tell({ kind: 'scene', scene });
  return {
    want: (tiles) => tell({ kind: 'want', tiles }),
    change: (indexes, codes) => tell({ kind: 'change', indexes, codes }),
    look: (look) => tell({ kind: 'look', look }),
    stop: () => worker.terminate(),
  };
}

/** Draws on this thread, a few milliseconds of each frame. `scene.shown` is the caller's own array, which it keeps up to date. */
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
