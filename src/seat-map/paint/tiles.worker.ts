import type { Scene } from '../scene.ts';
import { paintTile, tileSize } from './paint-tile.ts';
import { type PainterMessage, probeColours, stampsFor } from './tile-painter.ts';

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

/** Two pictures of other colours: some engines show the last one in the place of both. */
function sendProbe(): void {
  if (brush === null) return;
  const probe = probeColours.map((colour) => {
    brush.fillStyle = colour;
    brush.fillRect(0, 0, tileSize, tileSize);
    return sheet.transferToImageBitmap();
  });
  postMessage({ probe }, { transfer: probe });
}

addEventListener('message', ({ data }: MessageEvent<PainterMessage>) => {
  switch (data.kind) {
    case 'scene':
      scene = data.scene;
      sendProbe();
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
