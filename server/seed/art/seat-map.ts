import { buildLayout, stadiumHole } from '../layout.ts';
import type { SeatGrid, SeedEvent, SeedLayout } from '../types.ts';
import { at, escapeXml, rect, repeat } from './svg.ts';
import { fontStack, widthOf } from './type.ts';

const width = 1200;
const height = 900;
const area = { x: 60, y: 60, width: 1080, height: 660 } as const;
const ink = '#1b1830';

function rupiah(price: number): string {
  return price === 0 ? 'Gratis' : `Rp${new Intl.NumberFormat('id-ID').format(price)}`;
}

/** Text as large as fits the width, at most `size`. */
function label(
  text: string,
  x: number,
  y: number,
  size: number,
  room: number,
  rest: string,
): string {
  const full = widthOf(text, size);
  const set = full > room ? (size * room) / full : size;
  return `<text x="${at(x)}" y="${at(y)}" font-size="${at(set)}" ${rest}>${escapeXml(text)}</text>`;
}

function legend(event: SeedEvent): string {
  const count = event.categories.length;
  const columns = Math.min(count, 3);
  const slot = 1080 / columns;
  return event.categories
    .map((category, index) => {
      const x = 60 + (index % columns) * slot;
      const y = 776 + Math.floor(index / columns) * 62;
      return `${rect(x, y - 24, 34, 34, `rx="9" fill="${category.color}"`)}${label(category.name, x + 48, y - 4, 25, slot - 70, `fill="${ink}" font-weight="700"`)}${label(rupiah(category.price), x + 48, y + 20, 20, slot - 70, 'fill="#5b5870"')}`;
    })
    .join('');
}

/** Rows as dotted lines: a dash a seat, so a whole row is one short element. */
function rowMap(event: SeedEvent, grid: SeatGrid): string {
  const cell = Math.min(area.width / grid.totalCols, area.height / grid.totalRows, 46);
  const left = area.x + (area.width - cell * grid.totalCols) / 2;
  const top = area.y + (area.height - cell * grid.totalRows) / 2;
  const x = (column: number) => left + (column - 0.5) * cell;
  const y = (row: number) => top + (row - 0.5) * cell;
  const seats = event.categories.map((category) => {
    const own = grid.seats.filter((seat) => seat.category === category.name);
    let data = '';
    let last: { row: number; column: number } | undefined;
    let run = 0;
    for (const seat of own) {
      if (last && seat.row === last.row && seat.column === last.column + 1) {
        run++;
      } else {
        if (last) data += `h${at(run * cell + 0.1)}`;
        data += `M${at(x(seat.column))} ${at(y(seat.row))}`;
        run = 0;
      }
      last = seat;
    }
    data += `h${at(run * cell + 0.1)}`;
    return `<path d="${data}" stroke="${category.color}" stroke-width="${at(cell * 0.68)}" stroke-linecap="round" stroke-dasharray="0 ${at(cell)}" fill="none"/>`;
  });
  const letters = new Map(grid.seats.map((seat) => [seat.rowLabel, seat.row]));
  const first = new Map<string, number>();
  for (const seat of grid.seats) {
    first.set(seat.rowLabel, Math.min(first.get(seat.rowLabel) ?? seat.column, seat.column));
  }
  const names = [...letters]
    .map(
      ([letter, row]) =>
        `<text x="${at(x(first.get(letter) ?? 1) - cell * 0.72)}" y="${at(y(row) + cell * 0.16)}">${letter}</text>`,
    )
    .join('');
  return (
    stageOf(event, grid, { x, y, cell }) +
    seats.join('') +
    `<g fill="#8a879c" font-size="${at(cell * 0.42)}" font-weight="700" text-anchor="end">${names}</g>`
  );
}

function stageOf(
  event: SeedEvent,
  grid: SeatGrid,
  place: { x: (column: number) => number; y: (row: number) => number; cell: number },
): string {
  const blocks = grid.blocks.filter((block) => block.kind === 'stage');
  const wide = Math.max(...blocks.map((block) => block.column));
  const boxes = new Map<number, { from: number; to: number }>();
  for (const block of blocks) {
    const box = boxes.get(block.row) ?? { from: wide, to: 1 };
    boxes.set(block.row, {
      from: Math.min(box.from, block.column),
      to: Math.max(box.to, block.column),
    });
  }
  const rows = [...boxes.entries()].sort(([a], [b]) => a - b);
  const main = rows.filter(([, box]) => box.to - box.from > 1);
  const walk = rows.filter(([, box]) => box.to - box.from <= 1);
  const draw = (set: typeof rows): string => {
    const [start] = set;
    const end = set.at(-1);
    if (!start || !end) return '';
    const left = place.x(start[1].from) - place.cell / 2;
    return rect(
      left,
      place.y(start[0]) - place.cell / 2,
      place.x(start[1].to) + place.cell / 2 - left,
      place.y(end[0]) - place.y(start[0]) + place.cell,
      `rx="${at(place.cell * 0.4)}" fill="${ink}"`,
    );
  };
  const [head] = main;
  const tail = main.at(-1);
  const catwalk = head && walk.length ? draw([[head[0], walk[0]?.[1] ?? head[1]], ...walk]) : '';
  const text =
    head && tail
      ? label(
          event.layout.stage,
          (place.x(head[1].from) + place.x(head[1].to)) / 2,
          (place.y(head[0]) + place.y(tail[0])) / 2 + 10,
          30,
          place.x(head[1].to) - place.x(head[1].from),
          'fill="#fff" font-weight="800" letter-spacing="3" text-anchor="middle"',
        )
      : '';
  return catwalk + draw(main) + text;
}

function stadiumMap(event: SeedEvent, layout: Extract<SeedLayout, { kind: 'stadium' }>): string {
  const cellWidth = area.width / layout.gridColumns;
  const cellHeight = area.height / layout.gridRows;
  const gap = 5;
  const stands = layout.stands.map((stand) => {
    const color =
      event.categories.find((category) => category.name === stand.category)?.color ?? ink;
    const boxes = stand.cells
      .map(
        (cell) =>
          `M${at(area.x + cell.column * cellWidth + gap / 2)} ${at(area.y + cell.row * cellHeight + gap / 2)}h${at(cellWidth - gap)}v${at(cellHeight - gap)}h-${at(cellWidth - gap)}Z`,
      )
      .join('');
    const names = stand.cells
      .map(
        (cell, index) =>
          `<text x="${at(area.x + (cell.column + 0.5) * cellWidth)}" y="${at(area.y + (cell.row + 0.5) * cellHeight + 6)}">${stand.prefix}${String(index + 1).padStart(2, '0')}</text>`,
      )
      .join('');
    return `<path d="${boxes}" fill="${color}"/>${names}`;
  });
  const hole = stadiumHole(layout);
  const left = area.x + hole.left * cellWidth + 24;
  const top = area.y + hole.top * cellHeight + 24;
  const w = (hole.right - hole.left + 1) * cellWidth - 48;
  const h = (hole.bottom - hole.top + 1) * cellHeight - 48;
  const stripes = repeat(5, (i) =>
    rect(left + (i * 2 * w) / 10, top, w / 10, h, 'fill="#fff" opacity=".1"'),
  );
  return [
    rect(left, top, w, h, 'rx="10" fill="#2f9e44"'),
    stripes,
    `<g fill="none" stroke="#fff" stroke-width="4">${rect(left + 14, top + 14, w - 28, h - 28, '')}<path d="M${at(left + w / 2)} ${at(top + 14)}v${at(h - 28)}M${at(left + 14)} ${at(top + h / 2 - 80)}h78v160h-78M${at(left + w - 14)} ${at(top + h / 2 - 80)}h-78v160h78"/><circle cx="${at(left + w / 2)}" cy="${at(top + h / 2)}" r="56"/></g>`,
    label(
      layout.stage,
      left + w / 2,
      top + h / 2 + 9,
      26,
      w * 0.4,
      'fill="#fff" font-weight="800" letter-spacing="4" text-anchor="middle"',
    ),
    `<g font-size="17" font-weight="700" fill="#fff" text-anchor="middle">${stands.join('')}</g>`,
  ].join('');
}

/** The overview of an event's seats as an SVG document, 1200 by 900: stage, seats coloured by category, legend with prices. */
export function seatMapSvg(event: SeedEvent): string {
  const map =
    event.layout.kind === 'stadium'
      ? stadiumMap(event, event.layout)
      : rowMap(event, buildLayout(event));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(`Denah kursi ${event.name}`)}</title>`,
    rect(0, 0, width, height, 'fill="#fbf9f5"'),
    rect(30, 30, width - 60, 714, 'rx="28" fill="#f1ede5"'),
    `<g font-family="${fontStack}">${map}${legend(event)}</g>`,
    '</svg>',
  ].join('');
}
