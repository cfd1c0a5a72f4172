import type { Scene } from '../scene.ts';
import { paintTile, tileSize } from './paint-tile.ts';
import { type PainterMessage, stampsFor } from './tile-painter.ts';

let scene: Scene | null = null;
let wanted: PainterMessage & { readonly kind: 'want' } = { kind: 'want', tiles: [] };
let changes = 0;
let isAwaited = false;
const stampsOf = stampsFor();
const sheet = new OffscreenCanvas(tileSize, tileSize);
const brush = sheet.getContext('2d', { alpha: false });

// Processes messages between two tiles, because a moved map needs other tiles.
const line = new MessageChannel();
const schedule = () => {
  if (isAwaited) return;
  isAwaited = true;
  line.port2.postMessage(null);
};
line.port1.onmessage = () => {
  isAwaited = false;
  const [tile, ...rest] = wanted.tiles;
  if (tile === undefined || scene === null || brush === null) return;
  wanted = { kind: 'want', tiles: rest };
  for (const _ of paintTile(brush, scene, tile, stampsOf(tile.scale, scene.look)));
  const picture = sheet.transferToImageBitmap();
  postMessage({ tile, picture, changes }, { transfer: [picture] });
  if (rest.length > 0) schedule();
};

addEventListener('message', ({ data }: MessageEvent<PainterMessage>) => {
  switch (data.kind) {
    case 'scene':
      scene = data.scene;
      break;
    case 'look':
      if (scene !== null) scene = { ...scene, look: data.look };
      break;
    case 'change':
      changes += 1;
      for (const [at, index] of data.indexes.entries()) {
        if (scene !== null) scene.shown[index] = data.codes[at] ?? 0;
      }
      break;
    case 'want':
      wanted = data;
      schedule();
      break;
  }
});
