import { cellSize, movable, type StartDrawing, seatSize, windowSize } from './drawing.ts';
import { colourOf } from './make-seat-map.ts';

const namespace = 'http://www.w3.org/2000/svg';

/** One rectangle per seat in one group, which is moved and scaled. */
export const startSvg: StartDrawing = (host, seatMap) => {
  host.className = 'other';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('width', String(windowSize.width));
  svg.setAttribute('height', String(windowSize.height));
  const group = document.createElementNS(namespace, 'g');
  const seats = Array.from({ length: seatMap.count }, (_, index) => {
    const seat = document.createElementNS(namespace, 'rect');
    const [x, y] = [(seatMap.x[index] ?? 0) * cellSize, (seatMap.y[index] ?? 0) * cellSize];
    const turn = seatMap.rotation?.[index] ?? 0;
    seat.setAttribute('x', String(x));
    seat.setAttribute('y', String(y));
    if (turn !== 0) {
      seat.setAttribute('transform', `rotate(${turn} ${x + seatSize / 2} ${y + seatSize / 2})`);
    }
    seat.setAttribute('width', String(seatSize));
    seat.setAttribute('height', String(seatSize));
    seat.setAttribute('rx', '6');
    seat.setAttribute('fill', colourOf(seatMap, index));
    group.append(seat);
    return seat;
  });
  const { pan, zoom } = movable(seatMap, (x, y, scale) => {
    group.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
  });
  svg.append(group);
  host.append(svg);
  return {
    pan,
    zoom,
    change(indexes) {
      for (const index of indexes) seats[index]?.setAttribute('fill', colourOf(seatMap, index));
    },
  };
};
