import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { PlanShape } from '../../../contract/plan/plan.ts';
import type { Brush } from '../../../src/seat-map/paint/paint-seat.ts';
import {
  createStamps,
  paintSeats,
  paintTile,
  type Tile,
} from '../../../src/seat-map/paint/paint-tile.ts';
import { paletteOf } from '../../../src/seat-map/paint/palette.ts';
import {
  localPainter,
  type PaintedTile,
  type PainterMessage,
  workerPainter,
} from '../../../src/seat-map/paint/tile-painter.ts';
import { keyOf } from '../../../src/seat-map/paint/tiles-seen.ts';
import { sceneOf } from '../../../src/seat-map/scene.ts';
import { shownCodesOf } from '../../../src/seat-map/seat-look.ts';
import { arcs, planned, rectangle } from './seat-maps.ts';

const seatMap = rectangle(20, 60);
const look = { palette: paletteOf(() => null, seatMap.categories, false), highlight: -1 };
const scene = () => sceneOf(seatMap, shownCodesOf(seatMap, new Set()), [], look);
const tile = (column: number): Tile => ({ column, line: 0, scale: 20, ratio: 1 });

// jsdom has no canvas, and logs an error for every seat.
beforeAll(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

/** A brush that lists its calls, those of texts with their words, and how often a seat was drawn. */
function recorded() {
  const calls: string[] = [];
  const get = (_: object, name: string) => (first: unknown) => {
    calls.push(name === 'fillText' ? `${name} ${first}` : name);
  };
  const brush = new Proxy({}, { get, set: () => true }) as Brush;
  return { brush, calls, drawn: () => calls.filter((name) => name === 'drawImage').length };
}

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

describe('tiles from this thread', () => {
  /** A page with manual animation frames; each read of the clock advances it by a millisecond. */
  function opened() {
    let frames: (() => void)[] = [];
    let now = 0;
    const { brush } = recorded();
    const painted: PaintedTile[] = [];
    const shown = scene();
    const painter = localPainter(shown, (each) => painted.push(each), {
      now: () => {
        now += 1;
        return now;
      },
      nextFrame: (run) => frames.push(run),
      blank: () => ({ brush, picture: {} as CanvasImageSource }),
    });
    const frame = () => {
      const due = frames;
      frames = [];
      for (const run of due) run();
      return due.length;
    };
    return { painter, painted, frame };
  }

  it('take a few milliseconds per frame and continue in the next', () => {
    const { painter, painted, frame } = opened();
    painter.want([tile(0)]);
    frame();
    expect(painted).toEqual([]);
    let frames = 1;
    while (painted.length === 0 && frames < 50) frames += frame();
    expect(painted.map((each) => each.tile)).toEqual([tile(0)]);
    // Twenty lines; four fit into a frame of four milliseconds.
    expect(frames).toBeGreaterThan(4);
  });

  it('drop earlier requests, and stop when all are drawn', () => {
    const { painter, painted, frame } = opened();
    painter.want([tile(0), tile(1)]);
    frame();
    painter.want([tile(2)]);
    let frames = 0;
    while (frame() > 0 && frames < 100) frames += 1;
    expect(painted.map((each) => keyOf(each.tile))).toEqual(['2,0']);
    expect(frame()).toBe(0);
  });
});

describe('a tile of a plan', () => {
  const stage: PlanShape = {
    ...{ kind: 'rect', x: 480, y: 100, width: 200, height: 100, rotation: 0 },
    ...{ color: '#2a1330', borderColor: null, text: '<b>Panggung</b>' },
  };
  const plan = planned(arcs(6, 10), { shapes: [stage] });
  const planScene = sceneOf(plan, shownCodesOf(plan, new Set()), [], look);

  const whole = { column: 0, line: 0, scale: 10, ratio: 1 };

  it('has the shapes under its seats, with their texts as they are', () => {
    const { brush, calls, drawn } = recorded();
    for (const _ of paintTile(brush, planScene, whole, createStamps(whole.scale)));
    expect(drawn()).toBe(plan.count);
    const firstSeat = calls.indexOf('drawImage');
    expect(calls.indexOf('fillText <b>Panggung</b>')).toBeLessThan(firstSeat);
    expect(calls.filter((call) => call.startsWith('fillText'))).toEqual([
      'fillText <b>Panggung</b>',
    ]);
  });

  it('draws only the surroundings of changed seats again, within their bounds', () => {
    const { brush, calls, drawn } = recorded();
    paintSeats(brush, planScene, whole, createStamps(whole.scale), [14]);
    expect(calls.indexOf('clip')).toBeLessThan(calls.indexOf('drawImage'));
    expect(drawn()).toBeGreaterThan(1);
    expect(drawn()).toBeLessThan(plan.count / 3);
    const beside = recorded();
    const far = { ...whole, column: 40 };
    paintSeats(beside.brush, planScene, far, createStamps(whole.scale), [14]);
    expect(beside.calls).toEqual([]);
  });
});
