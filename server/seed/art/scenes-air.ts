import { type Scene, sky, textBox } from './scene.ts';
import {
  at,
  between,
  circle,
  hills,
  linear,
  path,
  type Random,
  radial,
  rect,
  repeat,
} from './svg.ts';

/** A row of towers with lit windows, from the left edge to the right. */
function skyline(
  random: Random,
  base: number,
  low: number,
  high: number,
): { towers: string; windows: string } {
  let towers = `M-10 690V${at(base)}`;
  let windows = '';
  for (let x = -10; x < 1210; ) {
    const width = between(random, 34, 84);
    // Lower on the left, where the title stands.
    const top =
      base - between(random, low, high) * (0.25 + 0.75 * Math.min(Math.max(x - 200, 0) / 500, 1));
    towers += `H${at(x)}V${at(top)}`;
    if (random() < 0.3)
      towers += `h${at(width / 2 - 2)}v-${at(between(random, 18, 52))}h4V${at(top)}`;
    towers += `H${at(x + width)}V${at(base)}`;
    for (let row = top + 16; row < base + 20 && windows.length < 3600; row += 19) {
      if (random() < 0.5)
        windows += `M${at(x + 9)} ${at(row)}h${at((width - 18) * between(random, 0.25, 1))}`;
    }
    x += width + between(random, 0, 14);
  }
  return { towers: `${towers}H1210V690Z`, windows };
}

/** City at dusk: a banded sun sinks behind two rows of towers. */
export const sunset: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const far = skyline(random, 585, 50, 220);
  const near = skyline(random, 650, 20, 130);
  const sun = { x: 860, y: 330, r: 216 };
  const bands = repeat(7, (band) =>
    rect(sun.x - 230, sun.y - 20 + band * 28, 460, 3 + band * 2.2, 'fill="#000"'),
  );
  const clouds = repeat(9, (index) => {
    const width = between(random, 120, 360);
    return rect(
      between(random, 560, 1120),
      70 + index * 34,
      width,
      between(random, 5, 13),
      `rx="7" fill="${index % 2 ? palette.light : palette.b}" opacity="${at(between(random, 0.2, 0.6))}"`,
    );
  });
  return {
    defs:
      ground.defs +
      linear(`${id}u`, [
        [0, palette.b],
        [0.55, palette.c],
        [1, palette.a],
      ]) +
      radial(`${id}h`, [
        [0, palette.b, 0.75],
        [0.45, palette.c, 0.3],
        [1, palette.c, 0],
      ]) +
      linear(`${id}f`, [
        [0, palette.far],
        [1, palette.mid],
      ]) +
      `<mask id="${id}m">${circle(sun.x, sun.y, sun.r, 'fill="#fff"')}${bands}</mask>`,
    body: [
      ground.body,
      circle(sun.x, sun.y, 560, `fill="url(#${id}h)"`),
      circle(sun.x, sun.y, sun.r, `fill="url(#${id}u)" mask="url(#${id}m)"`),
      clouds,
      path(far.towers, `fill="url(#${id}f)" opacity=".92"`),
      path(
        far.windows,
        `stroke="${palette.b}" stroke-width="4" stroke-dasharray="4 7" opacity=".55"`,
      ),
      path(near.towers, `fill="${palette.near}"`),
      path(
        near.windows,
        `stroke="${palette.c}" stroke-width="4" stroke-dasharray="4 9" opacity=".7"`,
      ),
    ].join(''),
    box: textBox(70, 52, 620, 440, { size: 116 }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};

/** Great kites over a beach, tails across the sky. */
export const kites: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const kite = (
    x: number,
    y: number,
    scale: number,
    turn: number,
    colors: readonly [string, string],
  ) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"><path d="M0-120L92 0L0 150L-92 0Z" fill="${colors[0]}"/><path d="M0-120L92 0L0 150Z" fill="#000" opacity=".12"/><path d="M-46-60L46-60L92 0H-92Z" fill="${colors[1]}"/><circle cy="36" r="24" fill="${colors[1]}"/><path d="M0-120V150M-92 0H92" stroke="#fff" stroke-width="4" opacity=".8"/><path d="M0 150C60 220-50 280 20 350S-30 470 40 540" fill="none" stroke="${colors[1]}" stroke-width="13" stroke-linecap="round"/><path d="M0 150C60 220-50 280 20 350S-30 470 40 540" fill="none" stroke="${colors[0]}" stroke-width="13" stroke-dasharray="24 30"/></g>`;
  const cloud = (x: number, y: number, scale: number) =>
    `<path transform="translate(${at(x)} ${y}) scale(${scale})" d="M0 0a44 44 0 0 1 60-50a66 66 0 0 1 122-8a50 50 0 0 1 70 58Z" fill="#fff" opacity=".7"/>`;
  return {
    defs:
      ground.defs +
      linear(`${id}w`, [
        [0, palette.far],
        [1, palette.mid],
      ]),
    body: [
      ground.body,
      circle(1080, 110, 74, `fill="${palette.b}"`),
      circle(1080, 110, 112, `fill="${palette.b}" opacity=".3"`),
      cloud(between(random, 560, 640), 150, 0.9),
      cloud(between(random, 900, 960), 330, 0.7),
      cloud(360, 568, 0.7),
      path(
        'M990 640L838 210M1010 640L1010 330M960 640L650 400',
        'stroke="#fff" stroke-width="2" opacity=".7"',
      ),
      kite(820, 190, 1.28, 24, [palette.a, palette.b]),
      kite(1030, 300, 0.72, -14, [palette.c, palette.b]),
      kite(640, 388, 0.44, -24, ['#ffffff', palette.a]),
      path(hills(random, 560, 10, 4), `fill="url(#${id}w)"`),
      path(hills(random, 596, 9, 5), `fill="${palette.mid}"`),
      path(
        repeat(
          12,
          () =>
            `M${at(between(random, 0, 1180))} ${at(between(random, 580, 632))}h${at(between(random, 24, 80))}`,
        ),
        'stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".55"',
      ),
      path('M-10 690V640Q260 604 560 640T1210 622V690Z', 'fill="#f7dfae"'),
    ].join(''),
    box: textBox(70, 58, 540, 430, { size: 96 }),
    style: { color: palette.light, soft: palette.near },
  };
};

/** Paper lanterns rising over a river. */
export const lanterns: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const lantern = (x: number, y: number, scale: number, opacity: number) =>
    `<use href="#${id}l" transform="translate(${at(x)} ${at(y)}) scale(${at(scale * 10) === '0' ? 0.1 : Math.round(scale * 100) / 100})" opacity="${Math.round(opacity * 100) / 100}"/>`;
  const far = repeat(44, () => {
    const depth = random();
    const x = between(random, 20, 1180);
    const y = between(random, 20, 470);
    // None behind the words.
    if (Math.abs(x - 600) < 300 && y > 30) return '';
    return lantern(x, y, 0.12 + depth * 0.2, 0.35 + depth * 0.5);
  });
  const near: readonly (readonly [number, number, number])[] = [
    [110, 190, 0.95],
    [1064, 150, 1.15],
    [930, 372, 0.62],
    [236, 430, 0.55],
    [1130, 430, 0.7],
    [330, 84, 0.42],
    [884, 74, 0.4],
  ];
  const shape = [
    circle(0, 0, 150, `fill="url(#${id}g)"`),
    `<path d="M-46-70Q0-92 46-70C76-30 72 36 40 72Q0 88-40 72C-72 36-76-30-46-70Z" fill="url(#${id}p)"/>`,
    `<path d="M0-82V80M-30-76Q-52 0-28 76M30-76Q52 0 28 76" stroke="${palette.c}" stroke-width="2.5" fill="none" opacity=".6"/>`,
    `<path d="M-30-84H30V-70H-30ZM-28 72H28V84H-28ZM0 84V128M-6 118H6V140H-6Z" fill="${palette.far}" stroke="${palette.far}" stroke-width="2"/>`,
  ].join('');
  return {
    defs:
      ground.defs +
      radial(`${id}g`, [
        [0, palette.b, 0.75],
        [0.5, palette.a, 0.28],
        [1, palette.a, 0],
      ]) +
      radial(`${id}p`, [
        [0, palette.light],
        [0.5, palette.b],
        [1, palette.a],
      ]) +
      `<g id="${id}l">${shape}</g>`,
    body: [
      ground.body,
      far,
      path(hills(random, 520, 34, 4), `fill="${palette.far}"`),
      path('M0 690V560H1200V690Z', `fill="${palette.mid}"`),
      path(
        repeat(
          60,
          () =>
            `M${at(between(random, 0, 1180))} ${at(between(random, 568, 668))}h${at(between(random, 12, 60))}`,
        ),
        `stroke="${palette.b}" stroke-width="4" stroke-linecap="round" opacity=".5"`,
      ),
      path(
        repeat(7, (i) => `M${90 + i * 170} 590q0 16 34 16t34-16Z`),
        `fill="${palette.near}"`,
      ),
      repeat(
        7,
        (i) =>
          circle(124 + i * 170, 578, 12, `fill="${palette.light}"`) +
          circle(124 + i * 170, 578, 46, `fill="url(#${id}g)"`),
      ),
      near.map(([x, y, scale]) => lantern(x, y, scale, 1)).join(''),
    ].join(''),
    box: textBox(300, 110, 600, 380, { size: 116, anchor: 'middle', vertical: 'middle' }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};
