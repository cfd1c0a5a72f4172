import Konva from 'konva';
import { cellSize, movable, type StartDrawing, seatSize, windowSize } from './drawing.ts';
import { colourOf } from './make-seat-map.ts';

/** One rectangle per seat, with the settings that Konva recommends for many shapes. */
export const startKonva: StartDrawing = (host, seatMap) => {
  host.className = 'other';
  const stage = new Konva.Stage({ container: host as HTMLDivElement, ...windowSize });
  const layer = new Konva.Layer();
  const seats = Array.from({ length: seatMap.count }, (_, index) => {
    const seat = new Konva.Rect({
      x: (seatMap.x[index] ?? 0) * cellSize,
      y: (seatMap.y[index] ?? 0) * cellSize,
      rotation: seatMap.rotation?.[index] ?? 0,
      width: seatSize,
      height: seatSize,
      cornerRadius: 6,
      fill: colourOf(seatMap, index),
      perfectDrawEnabled: false,
      shadowForStrokeEnabled: false,
      hitStrokeWidth: 0,
    });
    layer.add(seat);
    return seat;
  });
  const { pan, zoom } = movable(seatMap, (x, y, scale) => {
    stage.position({ x, y });
    stage.scale({ x: scale, y: scale });
  });
  stage.add(layer);
  return {
    pan,
    zoom,
    change(indexes) {
      for (const index of indexes) seats[index]?.fill(colourOf(seatMap, index));
      // Synchronously: a delayed drawing would count against Konva.
      layer.draw();
    },
  };
};
