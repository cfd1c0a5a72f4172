import type { SeedOrganizer } from '../types.ts';
import {
  at,
  circle,
  escapeXml,
  hash,
  linear,
  path,
  radial,
  randomFrom,
  rect,
  repeat,
} from './svg.ts';
import { fontStack } from './type.ts';

/** The logo of an organiser, 200 by 200 pixels: initials over one of four marks. */
export function logoSvg(
  organizer: Pick<SeedOrganizer, 'slug' | 'name' | 'initials' | 'colors'>,
): string {
  const seed = hash(organizer.slug);
  const id = `l${seed.toString(36)}`;
  const [bright, deep] = organizer.colors;
  const marks = [
    repeat(5, (i) =>
      circle(
        100,
        200,
        60 + i * 34,
        `fill="none" stroke="${bright}" stroke-width="10" opacity="${at(0.9 - i * 0.15)}"`,
      ),
    ),
    repeat(8, (i) =>
      path(
        'M100 100L70-40H130Z',
        `fill="${bright}" opacity=".5" transform="rotate(${i * 45 + 22} 100 100)"`,
      ),
    ),
    repeat(6, (i) =>
      rect(
        -20 + i * 44,
        -20,
        22,
        240,
        `fill="${bright}" opacity=".55" transform="skewX(-18) translate(24 0)"`,
      ),
    ),
    circle(156, 44, 84, `fill="${bright}"`) + circle(30, 190, 70, `fill="${bright}" opacity=".5"`),
  ];
  const mark = marks[Math.floor(randomFrom(seed)() * marks.length)] ?? '';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200" role="img">',
    `<title>${escapeXml(organizer.name)}</title>`,
    `<defs>${linear(
      `${id}g`,
      [
        [0, deep],
        [1, bright],
      ],
      [0, 0, 1, 1],
    )}${radial(`${id}h`, [
      [0, deep, 0.85],
      [0.6, deep, 0.55],
      [1, deep, 0],
    ])}<clipPath id="${id}c"><rect width="200" height="200" rx="44"/></clipPath></defs>`,
    `<g clip-path="url(#${id}c)">${rect(0, 0, 200, 200, `fill="${deep}"`)}${rect(0, 0, 200, 200, `fill="url(#${id}g)" opacity=".55"`)}${mark}${circle(100, 100, 104, `fill="url(#${id}h)"`)}</g>`,
    `<text x="100" y="131" font-family="${fontStack}" font-size="88" font-weight="800" letter-spacing="-3" text-anchor="middle" fill="#fff">${escapeXml(organizer.initials)}</text>`,
    '</svg>',
  ].join('');
}

/** The logo of an organiser that brought none. */
export const defaultLogoSvg = logoSvg({
  slug: 'roetix',
  name: 'Penyelenggara',
  initials: 'R',
  colors: ['#ff7a59', '#3b1f6e'],
});

const placeholders: readonly (readonly [string, string, string])[] = [
  ['#2a1158', '#c4376b', '#ffb45e'],
  ['#07324f', '#1e8a93', '#ffd9a0'],
  ['#06281f', '#0e6650', '#e4a13a'],
  ['#160824', '#7a1f4f', '#ff6a2b'],
  ['#0a2a5e', '#1c7fc0', '#8be0d8'],
  ['#3a1a0f', '#b0481c', '#f2a541'],
];

/** One of six grounds to stand where a picture is missing, 1200 by 675; any whole number picks one. */
export function placeholderSvg(n: number): string {
  const count = placeholders.length;
  const index = ((Math.trunc(n) % count) + count) % count;
  const [top, middle, bottom] = placeholders[index] ?? ['#2a1158', '#c4376b', '#ffb45e'];
  const id = `h${index}`;
  const rings = repeat(9, (i) =>
    circle(
      300 + index * 120,
      675,
      90 + i * 78,
      `stroke-width="${26 - i * 2}" opacity="${at(0.5 - i * 0.05)}"`,
    ),
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675" viewBox="0 0 1200 675" preserveAspectRatio="xMidYMid slice">',
    `<defs>${linear(
      `${id}g`,
      [
        [0, top],
        [0.6, middle],
        [1, bottom],
      ],
      [0, 0, 0.35, 1],
    )}${radial(`${id}h`, [
      [0, bottom, 0.9],
      [1, bottom, 0],
    ])}</defs>`,
    rect(0, 0, 1200, 675, `fill="url(#${id}g)"`),
    circle(300 + index * 120, 675, 560, `fill="url(#${id}h)"`),
    `<g fill="none" stroke="${bottom}">${rings}</g>`,
    path(
      'M510 262H690A18 18 0 0 1 708 280V312A26 26 0 0 0 708 364V396A18 18 0 0 1 690 414H510A18 18 0 0 1 492 396V364A26 26 0 0 0 492 312V280A18 18 0 0 1 510 262ZM640 286V390',
      'fill="none" stroke="#fff" stroke-width="9" stroke-linejoin="round" opacity=".75"',
    ),
    '</svg>',
  ].join('');
}
