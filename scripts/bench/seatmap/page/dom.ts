import { cellSize, movable, type StartDrawing, seatSize } from './drawing.ts';
import { colourOf } from './made-hall.ts';

/** An element a seat, moved and scaled as one. */
export const startDom: StartDrawing = (host, hall) => {
  host.className = 'other';
  const world = document.createElement('div');
  world.style.cssText = `position:absolute;transform-origin:0 0;width:${hall.columns * cellSize}px;height:${hall.lines * cellSize}px`;
  const seats = Array.from({ length: hall.count }, (_, index) => {
    const seat = document.createElement('div');
    const left = (hall.columnOf[index] ?? 0) * cellSize;
    const top = (hall.lineOf[index] ?? 0) * cellSize;
    seat.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${seatSize}px;height:${seatSize}px;border-radius:6px;background:${colourOf(hall, index)}`;
    world.append(seat);
    return seat;
  });
  const { pan, zoom } = movable(hall, (x, y, scale) => {
    world.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  });
  host.append(world);
  return {
    pan,
    zoom,
    change(indexes) {
      for (const index of indexes) {
        const seat = seats[index];
        if (seat !== undefined) seat.style.background = colourOf(hall, index);
      }
    },
  };
};
