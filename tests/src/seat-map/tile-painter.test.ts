import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paletteOf } from '../../../src/seat-map/paint/palette.ts';
import {
  type PaintedTile,
  type PainterMessage,
  workerPainter,
} from '../../../src/seat-map/paint/tile-painter.ts';
import { sceneOf } from '../../../src/seat-map/scene.ts';
import { shownCodesOf } from '../../../src/seat-map/seat-look.ts';
import { rectangle } from './seat-maps.ts';

const seatMap = rectangle(20, 60);
const look = { palette: paletteOf(() => null, seatMap.categories, false), highlight: -1 };
const scene = () => sceneOf(seatMap, shownCodesOf(seatMap, new Set()), [], look);

// jsdom has no canvas, and logs an error for every seat.
beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

describe('tiles from a worker', () => {
  function opened() {
    const told: PainterMessage[] = [];
    const worker = {
      postMessage: (message: PainterMessage) => told.push(message),
      terminate: vi.fn(),
      onmessage: null as ((event: { data: unknown }) => void) | null,
    };
    const painted: PaintedTile[] = [];
    const onBroken = vi.fn();
    const painter = workerPainter(
      worker as unknown as Worker,
      scene(),
      (each) => painted.push(each),
      { colourOf: (picture) => picture as unknown as string, onBroken },
    );
    return { told, worker, painted, painter, onBroken };
  }

  it.each([
    ['as they were drawn', ['#ff0000', '#0000ff'], 0],
    ['as the last one twice, and are drawn in the page', ['#0000ff', '#0000ff'], 1],
  ])('arrive %s', (_how, probe, broken) => {
    const { worker, painted, onBroken } = opened();
    worker.onmessage?.({ data: { probe } });
    expect([onBroken.mock.calls.length, painted]).toEqual([broken, []]);
  });
});
