import type { SeatMapData } from './data/seat-map-data.ts';
import type { MapView } from './map-view.ts';
import { baseScale, paintBase, paintDots } from './paint/paint-base.ts';
import type { Brush } from './paint/paint-seat.ts';
import { paintShapes } from './paint/paint-shapes.ts';
import { family, paintSeats, type Tile, tileSize } from './paint/paint-tile.ts';
import { paintedNamesOf } from './paint/painted-names.ts';
import {
  localPainter,
  type PaintedTile,
  stampsFor,
  type TilePainter,
  workerPainter,
} from './paint/tile-painter.ts';
import { keyOf, maxTiles, tilesSeen } from './paint/tiles-seen.ts';
import { type Scene, type SceneLook, sceneOf } from './scene.ts';
import { margin } from './view.ts';

/** Maximum device pixels per CSS pixel: more cost memory without a visible gain. */
const maxRatio = 2;

/** The tiles drawn for one size of the map. */
interface Generation {
  readonly cell: number;
  readonly ratio: number;
  readonly element: HTMLElement;
  readonly tiles: Map<string, { readonly tile: Tile; readonly brush: CanvasRenderingContext2D }>;
}

/** The drawn layers of a map below its grid. */
export interface MapLayers {
  /** Draws the seats whose displayed status changed; retains the array. */
  show(shown: Uint8Array): void;
  look(look: SceneLook): void;
  /** Copies the picture of the whole map, scaled to the size of the canvas. */
  copyTo(canvas: HTMLCanvasElement): void;
  stop(): void;
}

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, brush: canvas.getContext('2d', { alpha: true }) };
}

/** The colour of a picture's first pixel, as `#rrggbb`. */
function colourOf(picture: ImageBitmap): string {
  const { brush } = canvasOf(1, 1);
  brush?.drawImage(picture, 0, 0);
  picture.close();
  const bytes = brush?.getImageData(0, 0, 1, 1).data.subarray(0, 3) ?? [];
  return `#${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  try {
    return new Worker(new URL('./paint/tiles.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

/** Draws a map into an element that is stretched with the view: one picture of the whole, and sharp tiles above it once the view rests. */
export function createMapLayers(
  host: HTMLElement,
  seatMap: SeatMapData,
  view: MapView,
  first: { readonly shown: Uint8Array; readonly look: SceneLook; readonly hasNames: boolean },
): MapLayers {
  let scene: Scene = sceneOf(
    seatMap,
    first.shown.slice(),
    first.hasNames ? paintedNamesOf(seatMap) : [],
    first.look,
  );
  const scale = baseScale(seatMap, seatMap.next === null ? 'grid' : 'plan');
  const width = (seatMap.columns + 2 * margin) * scale;
  const height = (seatMap.lines + 2 * margin) * scale;
  const base = canvasOf(width, height);
  host.replaceChildren(base.canvas);
  const stampsOf = stampsFor();

  // Seats by number of change, for tiles whose drawing started before a change.
  let changes = 0;
  let recent: { readonly change: number; readonly indexes: readonly number[] }[] = [];
  let current: Generation | null = null;
  let earlier: Generation[] = [];
  let painter: TilePainter;
  // Keys of requested tiles that have not arrived yet.
  let pending = new Set<string>();

  function drawBase() {
    const { brush } = base;
    if (brush === null) return;
    const image = brush.createImageData(width, height);
    paintBase(new Uint32Array(image.data.buffer), scene, scale);
    if (scene.shapes.length === 0) brush.putImageData(image, 0, 0);
    else {
      // The seats lie over the shapes, which image data would erase.
      const seats = canvasOf(width, height);
      seats.brush?.putImageData(image, 0, 0);
      const corner = margin * scale;
      const placing = { scale, left: corner, top: corner, width, height, family };
      brush.clearRect(0, 0, width, height);
      paintShapes(brush, scene.shapes, scene.look.palette, placing);
      brush.drawImage(seats.canvas, 0, 0);
    }
  }

  function stretch(generation: Generation) {
    const factor = view.seen.settledCell / generation.cell;
    generation.element.style.transform = factor === 1 ? '' : `scale(${factor})`;
  }

  function drop(generations: readonly Generation[]) {
    for (const { element } of generations) element.remove();
  }

  function generationFor(cell: number, ratio: number): Generation {
    if (current?.cell === cell && current.ratio === ratio) return current;
    if (current !== null) earlier.push(current);
    // Tiles older than the previous size are not worth their memory.
    drop(earlier.splice(0, earlier.length - 1));
    const element = document.createElement('div');
    element.style.transformOrigin = '0 0';
    element.style.position = 'absolute';
    host.append(element);
    current = { cell, ratio, element, tiles: new Map() };
    pending = new Set();
    return current;
  }

  function requestTiles() {
    const { settledCell, cell } = view.seen;
    if (cell !== settledCell) return;
    const ratio = Math.min(maxRatio, devicePixelRatio || 1);
    const tiles = tilesSeen(view.seen, seatMap, ratio);
    if (tiles.length === 0) {
      drop(earlier);
      earlier = [];
      if (current !== null) drop([current]);
      current = null;
      want([]);
      return;
    }
    const generation = generationFor(settledCell, ratio);
    for (const each of earlier) stretch(each);
    const missing = tiles.filter((tile) => !generation.tiles.has(keyOf(tile)));
    if (missing.length === pending.size && missing.every((tile) => pending.has(keyOf(tile))))
      return;
    want(missing);
    evict(generation, tiles, maxTiles);
  }

  function want(tiles: readonly Tile[]) {
    pending = new Set(tiles.map(keyOf));
    if (tiles.length === 0) recent = [];
    painter.want(tiles);
  }

  function evict({ tiles }: Generation, seen: readonly Tile[], most: number) {
    const needed = new Set(seen.map(keyOf));
    for (const [key, { brush }] of tiles) {
      if (tiles.size <= most) return;
      if (needed.has(key)) continue;
      brush.canvas.remove();
      tiles.delete(key);
    }
  }

  function put({ tile, picture, changes: known }: PaintedTile) {
    const generation = current;
    const key = keyOf(tile);
    const isWanted =
      generation !== null &&
      tile.scale === generation.cell * generation.ratio &&
      pending.delete(key);
    const brush = isWanted ? (generation.tiles.get(key)?.brush ?? addTile(generation, tile)) : null;
    brush?.drawImage(picture, 0, 0);
    if (picture instanceof ImageBitmap) picture.close();
    if (brush === null) return;
    const stamps = stampsOf(tile.scale, scene.look);
    for (const { change, indexes } of recent) {
      if (change > known) paintSeats(brush, scene, tile, stamps, indexes);
    }
    if (pending.size > 0) return;
    drop(earlier);
    earlier = [];
    recent = [];
  }

  function addTile({ element, tiles, ratio }: Generation, tile: Tile) {
    const { canvas, brush } = canvasOf(tileSize, tileSize);
    if (brush === null) return null;
    const side = tileSize / ratio;
    canvas.style.cssText = `position:absolute;left:${tile.column * side}px;top:${tile.line * side}px;width:${side}px;height:${side}px`;
    tiles.set(keyOf(tile), { tile, brush });
    element.append(canvas);
    return brush;
  }

  function createLocalPainter(): TilePainter {
    return localPainter(scene, put, {
      now: () => performance.now(),
      nextFrame: (run) => requestAnimationFrame(run),
      blank: (size) => {
        const { canvas, brush } = canvasOf(size, size);
        return brush === null ? null : { brush: brush as Brush, picture: canvas };
      },
    });
  }

  const worker = startWorker();
  if (worker === null) painter = createLocalPainter();
  else {
    const onBroken = () => {
      painter.stop();
      painter = createLocalPainter();
      pending = new Set();
      requestTiles();
    };
    painter = workerPainter(worker, scene, put, { colourOf, onBroken });
    worker.onerror = onBroken;
  }
  drawBase();
  requestTiles();
  const unsubscribe = view.subscribe(requestTiles);

  return {
    show(next) {
      const indexes: number[] = [];
      for (let index = 0; index < next.length; index += 1) {
        if (next[index] !== scene.shown[index]) indexes.push(index);
      }
      if (indexes.length === 0) return;
      const codes = indexes.map((index) => next[index] ?? 0);
      scene.shown.set(next);
      changes += 1;
      if (pending.size > 0) recent.push({ change: changes, indexes });
      painter.change(indexes, codes);
      if (base.brush !== null) paintDots(base.brush, scene, scale, indexes);
      for (const { tile, brush } of current?.tiles.values() ?? []) {
        paintSeats(brush, scene, tile, stampsOf(tile.scale, scene.look), indexes);
      }
    },
    look(look) {
      scene = { ...scene, look };
      painter.look(look);
      drawBase();
      // Old tiles stay until the new ones arrive, to avoid flicker.
      if (current !== null) {
        const seen = tilesSeen(view.seen, seatMap, current.ratio);
        evict(current, seen, 0);
        want(seen);
      }
      drop(earlier);
      earlier = [];
    },
    copyTo(canvas) {
      const brush = canvas.getContext('2d');
      brush?.clearRect(0, 0, canvas.width, canvas.height);
      brush?.drawImage(base.canvas, 0, 0, canvas.width, canvas.height);
    },
    stop() {
      unsubscribe();
      painter.stop();
      host.replaceChildren();
    },
  };
}
