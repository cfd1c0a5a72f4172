// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  buildLayout,
  type GridBlock,
  type GridSeat,
} from '../../../contract/event-folder/layout.ts';
import type { PlanSeat } from '../../../contract/plan/plan.ts';
import { readPretixPlan } from '../../../contract/plan/read-pretix.ts';
import { sampleEvents } from '../../../server/seed/samples.ts';
import { numberOf, type SeatMapData, seatAt } from '../../../src/seat-map/data/seat-map-data.ts';
import type { Brush } from '../../../src/seat-map/paint/paint-seat.ts';
import { paintTile, type Stamps, tileSize } from '../../../src/seat-map/paint/paint-tile.ts';
import { paintedNamesOf } from '../../../src/seat-map/paint/painted-names.ts';
import { paletteOf } from '../../../src/seat-map/paint/palette.ts';
import { sceneOf } from '../../../src/seat-map/scene.ts';
import { shownCodesOf } from '../../../src/seat-map/seat-look.ts';
import { margin } from '../../../src/seat-map/view.ts';
import { seat } from '../screens/purchase-data.tsx';
import { drawable, placed, planned } from './seat-maps.ts';

/** Pixels per cell at which names are largest in relation to the seats, and seats have no numbers. */
const scale = 16;
/** Width of a bold letter in relation to its height, rather too wide. */
const letterWidth = 0.72;
/** Height of capitals and digits in relation to the font size. */
const capitalHeight = 0.74;

/** A rectangle in cells. */
interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The texts that the tiles of a map draw, where they draw them. */
function drawnNames(seatMap: SeatMapData): readonly Drawn[] {
  const palette = paletteOf(() => null, seatMap.categories, false);
  const look = { palette, highlight: -1 };
  const names = paintedNamesOf(seatMap);
  const scene = { ...sceneOf(seatMap, shownCodesOf(seatMap, new Set()), names, look), shapes: [] };
  const stamps: Stamps = { paint: () => {} };
  const drawn = new Map<string, Drawn>();
  const tiles = (cells: number) => Math.ceil(((cells + 2 * margin) * scale) / tileSize);
  for (let line = 0; line < tiles(seatMap.lines); line += 1) {
    for (let column = 0; column < tiles(seatMap.columns); column += 1) {
      const brush = {
        font: '',
        textAlign: '',
        fillRect: () => {},
        fillText(text: string, x: number, y: number, most: number) {
          const size = Number(/ ([\d.]+)px/.exec(this.font)?.[1]);
          const width = Math.min(most, text.length * size * letterWidth) / scale;
          const across = (column * tileSize + x) / scale - margin;
          const middle = (line * tileSize + y) / scale - margin;
          const left = this.textAlign === 'center' ? across - width / 2 : across;
          const half = (size * capitalHeight) / scale / 2;
          const area = { left, top: middle - half, right: left + width, bottom: middle + half };
          drawn.set(`${text} ${across.toFixed(1)} ${middle.toFixed(1)}`, { text, ...area });
        },
      };
      const tile = { line, column, scale, ratio: 1 };
      for (const _ of paintTile(brush as unknown as Brush, scene, tile, stamps));
    }
  }
  return [...drawn.values()];
}

/** Names over seats, as 'A over A-12', at points a tenth of a cell apart. */
function coveredSeats(seatMap: SeatMapData): readonly string[] {
  const found = new Set<string>();
  const edge = 0.02;
  const points = (from: number, to: number) => {
    const steps = Math.ceil((to - from) * 10);
    return Array.from({ length: steps + 1 }, (_, step) => from + ((to - from) * step) / steps);
  };
  for (const { text, left, top, right, bottom } of drawnNames(seatMap)) {
    for (const y of points(top + edge, bottom - edge)) {
      for (const x of points(left + edge, right - edge)) {
        const index = seatAt(seatMap, y, x);
        if (index !== -1) found.add(`${text} over ${numberOf(seatMap, index)}`);
      }
    }
  }
  return [...found];
}

const gridSeat = ({ seatNumber, row, column }: GridSeat) => seat(seatNumber, row, column);
const block = ({ kind, row, column }: GridBlock) => ({
  ...seat(`${kind}-${row}-${column}`, row, column, 'block', null),
  ticket_type: kind,
});
const planSeat = ({ section, rowLabel, number, row, column, x, y, rotation }: PlanSeat) =>
  placed([section, rowLabel, number], [row, column], [x ?? 0, y ?? 0], {
    seat_number: number,
    rotation,
  });

describe('the names painted on a map cover no seat', () => {
  it.each(
    sampleEvents().flatMap(({ slug, layout, categories }) =>
      layout === null ? [] : [{ slug, layout, categories }],
    ),
  )('of $slug', ({ layout, categories }) => {
    const grid = buildLayout(layout, categories);
    const seatMap = drawable([...grid.seats.map(gridSeat), ...grid.blocks.map(block)]);
    expect(coveredSeats(seatMap)).toEqual([]);
  });

  it('of the hall of the guide', () => {
    const folder = '../../../docs/guide/examples/konser-kami/';
    const file = (name: string) =>
      readFileSync(new URL(`${folder}${name}`, import.meta.url), 'utf8');
    const { plan } = readPretixPlan(file('denah.json'), JSON.parse(file('event.json')).categories);
    const { width = null, height = null, shapes = [] } = plan ?? {};
    const size = { width: width ?? 0, height: height ?? 0 };
    const seatMap = planned((plan?.seats ?? []).map(planSeat), { ...size, shapes });
    expect(seatMap.next).not.toBeNull();
    expect(drawnNames(seatMap).length).toBeGreaterThan(10);
    expect(coveredSeats(seatMap)).toEqual([]);
  });

  it.each([
    ['after a whole cell', 10],
    ['after one and a half', 15.5],
    ['after nearly two', 19],
  ])('of a row of a plan where the next one begins %s', (_, gap) => {
    const row = (section: string, from: number, column: number) =>
      [0, 1, 2].map((at) =>
        placed([section, 'AA', String(at + 1)], [1, column + at], [from + at * 10, 50]),
      );
    const seats = ['Kiri', 'Tengah', 'Kanan'].flatMap((section, side) =>
      row(section, side * (20 + gap), side * 4 + 1),
    );
    expect(coveredSeats(planned(seats))).toEqual([]);
  });
});
