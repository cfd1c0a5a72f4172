import { paletteOf } from './art/palettes.ts';
import { canvas, type Scene } from './art/scene.ts';
import { kites, lanterns, sunset } from './art/scenes-air.ts';
import { furrows, mountain, terrace, trail } from './art/scenes-land.ts';
import { bunting, feast } from './art/scenes-market.ts';
import { cutout, ribbons, stage, vinyl } from './art/scenes-music.ts';
import { batik, comic, typo, weave } from './art/scenes-pattern.ts';
import { basket, shuttle, stadium, track } from './art/scenes-sport.ts';
import { cinema, curtain, wayang } from './art/scenes-theatre.ts';
import { lake, phinisi, river } from './art/scenes-water.ts';
import { escapeXml, hash, linear, randomFrom, rect } from './art/svg.ts';
import { fontStack, titleBlock } from './art/type.ts';
import type { SeedEvent, SeedScene } from './types.ts';

const scenes: Readonly<Record<SeedScene, Scene>> = {
  sunset,
  lake,
  mountain,
  terrace,
  phinisi,
  kites,
  lanterns,
  stage,
  curtain,
  wayang,
  cinema,
  vinyl,
  stadium,
  batik,
  weave,
  typo,
  cutout,
  comic,
  shuttle,
  basket,
  track,
  bunting,
  feast,
  ribbons,
  trail,
  furrows,
  river,
};

/** The poster of an event as an SVG document, 16:9 unless told, in pixels; cropped to fill where the ratio differs. Throws on an unknown palette. */
export function posterSvg(
  event: SeedEvent,
  size: { width: number; height: number } = canvas,
): string {
  const seed = hash(event.slug);
  // Ids follow from the slug, so two posters may stand in one page.
  const id = `p${seed.toString(36)}`;
  const palette = paletteOf(event.poster.palette);
  const art = scenes[event.poster.scene]({ id, random: randomFrom(seed), palette, event });
  const place = event.isOnline ? 'Dari mana saja' : event.city;
  const words = {
    kicker: `${event.eventType} · ${place}`,
    title: event.name,
    foot: event.venue.name,
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${canvas.width} ${canvas.height}" preserveAspectRatio="xMidYMid slice" role="img">`,
    `<title>${escapeXml(event.name)}</title>`,
    `<defs>${art.defs}`,
    `<filter id="${id}n" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="1" seed="${seed % 97}"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 1.4 0 0 0 -.45"/></filter>`,
    linear(`${id}z`, [
      [0, '#fff', 0.08],
      [0.5, '#fff', 0],
      [1, '#000', 0.14],
    ]),
    `</defs>`,
    art.body,
    rect(0, 0, canvas.width, canvas.height, `fill="url(#${id}z)"`),
    rect(
      0,
      0,
      canvas.width,
      canvas.height,
      `filter="url(#${id}n)" opacity=".2" style="mix-blend-mode:overlay"`,
    ),
    `<g font-family="${fontStack}">${titleBlock(words, art.box, art.style)}</g>`,
    '</svg>',
  ].join('');
}
