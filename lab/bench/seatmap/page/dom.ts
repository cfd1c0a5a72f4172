import { cellSize, movable, type StartDrawing, seatSize } from './drawing.ts';
import { colourOf } from './make-seat-map.ts';

/** One element per seat, all moved and scaled together. */
export const startDom: StartDrawing = (host, seatMap) => {
  host.className = 'other';
  const world = document.createElement('div');
  world.style.cssText = `position:absolute;transform-origin:0 0;width:${seatMap.columns * cellSize}px;height:${seatMap.lines * cellSize}px`;
  const seats = Array.from({ length: seatMap.count }, (_, index) => {
    const seat = document.createElement('div');
    const left = (seatMap.x[index] ?? 0) * cellSize;
    const top = (seatMap.y[index] ?? 0) * cellSize;
    const turn = seatMap.rotation?.[index] ?? 0;
    seat.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${seatSize}px;height:${seatSize}px;border-radius:6px;background:${colourOf(seatMap, index)}`;
    if (turn !== 0) seat.style.rotate = `${turn}deg`;
    world.append(seat);
    return seat;
  });
  const { pan, zoom } = movable(seatMap, (x, y, scale) => {
    world.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  });
  host.append(world);
  return {
    pan,
    zoom,
    change(indexes) {
      for (const index of indexes) {
        const seat = seats[index];
        if (seat !== undefined) seat.style.background = colourOf(seatMap, index);
      }
    },
  };
};
