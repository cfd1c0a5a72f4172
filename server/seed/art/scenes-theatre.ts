import { crowd } from './crowd.ts';
import { type Scene, sky, textBox } from './scene.ts';
import { at, between, circle, linear, path, radial, rect, repeat } from './svg.ts';

/** Folds of cloth hanging from the top, between two columns of the canvas. */
function folds(left: number, right: number, count: number, id: string): string {
  const width = (right - left) / count;
  return repeat(count, (i) => rect(left + i * width, -10, width + 1, 640, `fill="url(#${id}d)"`));
}

function drapes(id: string, near: string, trim: string): string {
  const swag = repeat(5, (i) => {
    const x = i * 240;
    return `<path d="M${x} -10H${x + 240}V64Q${x + 120} 190 ${x} 64Z" fill="url(#${id}e)"/><path d="M${x} 64Q${x + 120} 190 ${x + 240} 64" fill="none" stroke="${trim}" stroke-width="7"/><path d="M${x} 74Q${x + 120} 200 ${x + 240} 74" fill="none" stroke="${trim}" stroke-width="10" stroke-dasharray="3 7"/>`;
  });
  const side = `<clipPath id="${id}k"><path d="M-10-10H300C290 200 250 380 120 470C170 520 180 600 176 690H-10Z"/></clipPath><g clip-path="url(#${id}k)">${folds(-10, 310, 7, id)}</g><path d="M40 452q60 36 118 2" fill="none" stroke="${trim}" stroke-width="13" stroke-linecap="round"/>`;
  return `<g>${side}</g><g transform="matrix(-1 0 0 1 1200 0)">${side.replaceAll(`${id}k`, `${id}q`)}</g>${swag}${rect(0, -10, 1200, 22, `fill="${near}"`)}`;
}

function drapeDefs(id: string, far: string, mid: string, near: string): string {
  return (
    linear(
      `${id}d`,
      [
        [0, near],
        [0.3, far],
        [0.55, mid],
        [1, near],
      ],
      [0, 0, 1, 0],
    ) +
    linear(`${id}e`, [
      [0, near],
      [0.6, mid],
      [1, far],
    ])
  );
}

function boards(near: string, line: string): string {
  return (
    path('M0 690V604H1200V690Z', `fill="${near}"`) +
    path(
      repeat(17, (i) => `M${i * 75} 604L${i * 125 - 400} 690`),
      `stroke="${line}" stroke-width="2" opacity=".5"`,
    )
  );
}

/** A curtain parts on a keyhole of light. */
export const curtain: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const dust = repeat(
    40,
    () => `M${at(between(random, 620, 1060))} ${at(between(random, 120, 600))}h.1`,
  );
  return {
    defs:
      ground.defs +
      drapeDefs(id, palette.far, palette.mid, palette.near) +
      radial(`${id}h`, [
        [0, palette.b, 0.95],
        [0.35, palette.a, 0.5],
        [1, palette.a, 0],
      ]) +
      linear(`${id}p`, [
        [0, palette.light],
        [1, palette.a],
      ]),
    body: [
      ground.body,
      boards(palette.near, palette.far),
      circle(850, 380, 380, `fill="url(#${id}h)"`),
      path('M830 420L700 690H1010L870 420Z', `fill="${palette.b}" opacity=".4"`),
      `<path d="M850 218a86 86 0 0 1 46 158l40 228H764l40-228a86 86 0 0 1 46-158Z" fill="url(#${id}p)"/>`,
      `<path d="M838 604V512q-14-4-14-26v-30q0-16 16-18a17 17 0 1 1 20 0q16 2 16 18v30q0 22-14 26V604Z" fill="${palette.near}"/>`,
      path(dust, `stroke="${palette.light}" stroke-width="4" stroke-linecap="round" opacity=".5"`),
      drapes(id, palette.near, palette.a),
    ].join(''),
    box: textBox(276, 200, 440, 390, { size: 84, vertical: 'middle' }),
    style: { color: palette.light, soft: palette.a, shadow: palette.near },
  };
};

/** The tree-of-life leaf of the shadow play before its lit screen. */
export const wayang: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const leaf =
    'M0-300C34-224 118-150 128-40C136 50 84 110 62 150C56 190 66 220 74 250H-74C-66 220-56 190-62 150C-84 110-136 50-128-40C-118-150-34-224 0-300Z';
  const branch = repeat(6, (i) => {
    const y = 110 - i * 52;
    const reach = 92 - Math.abs(i - 2) * 14;
    return `M0 ${y}C${reach * 0.5} ${y - 4} ${reach} ${y - 18} ${reach - 6} ${y - 50}q-16-10-24 6q14 14 30 2M0 ${y}C${-reach * 0.5} ${y - 4} ${-reach} ${y - 18} ${-reach + 6} ${y - 50}q16-10 24 6q-14 14-30 2`;
  });
  const gunungan = (x: number, y: number, scale: number, turn: number, opacity: number) =>
    `<use href="#${id}g" transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})" opacity="${opacity}"/>`;
  const rays = repeat(24, (i) => {
    const angle = (i / 24) * Math.PI * 2 + between(random, -0.05, 0.05);
    return `M860 330L${at(860 + Math.cos(angle - 0.05) * 900)} ${at(330 + Math.sin(angle - 0.05) * 900)}L${at(860 + Math.cos(angle + 0.05) * 900)} ${at(330 + Math.sin(angle + 0.05) * 900)}Z`;
  });
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.light],
        [0.25, palette.b],
        [0.6, palette.a, 0.55],
        [1, palette.a, 0],
      ]) +
      linear(`${id}f`, [
        [0, palette.near],
        [1, palette.mid],
      ]) +
      `<g id="${id}g"><path d="${leaf}" fill="url(#${id}f)"/><path d="${leaf}" transform="scale(.9)" fill="none" stroke="${palette.a}" stroke-width="5"/><path d="M0 244V-250M-46 244V190H46V244M-58 190L0 138L58 190Z${branch}" fill="none" stroke="${palette.b}" stroke-width="5" stroke-linecap="round"/><path d="M-5 250H5L2 420H-2Z" fill="${palette.near}"/></g>`,
    body: [
      ground.body,
      circle(860, 330, 520, `fill="url(#${id}h)"`),
      path(rays, `fill="${palette.b}" opacity=".16"`),
      gunungan(668, 412, 0.56, -14, 0.5),
      gunungan(1058, 412, 0.56, 14, 0.5),
      gunungan(860, 330, 1, 0, 1),
      path('M0 690V596H1200V690Z', `fill="${palette.near}"`),
      path('M0 596H1200', `stroke="${palette.a}" stroke-width="6"`),
      path(
        repeat(61, (i) => `M${i * 20} 620l10-12l10 12l-10 12Z`),
        `fill="${palette.a}" opacity=".8"`,
      ),
      path('M0 652H1200', `stroke="${palette.c}" stroke-width="8"`),
    ].join(''),
    box: textBox(70, 64, 500, 460, { size: 104, vertical: 'middle' }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};

/** An open-air screen, its beam and the heads before it. */
export const cinema: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const stars = repeat(
    70,
    () => `M${at(between(random, 0, 1200))} ${at(between(random, 0, 420))}h.1`,
  );
  const heads = crowd(random, 596, 24, 0.06);
  const holes = repeat(26, (i) =>
    rect(10 + i * 47, 642, 24, 18, `rx="4" fill="${palette.a}" opacity=".85"`),
  );
  return {
    defs:
      ground.defs +
      linear(
        `${id}b`,
        [
          [0, palette.b, 0.75],
          [1, palette.b, 0.05],
        ],
        [1, 1, 0, 0],
      ) +
      radial(`${id}h`, [
        [0, palette.b],
        [0.75, palette.a],
        [1, palette.a],
      ]) +
      linear(`${id}o`, [
        [0, palette.c, 0],
        [1, palette.c, 0.65],
      ]),
    body: [
      ground.body,
      path(
        stars,
        `stroke="${palette.light === '#102044' ? '#fff' : palette.light}" stroke-width="3" stroke-linecap="round" opacity=".7"`,
      ),
      rect(0, 300, 1200, 240, `fill="url(#${id}o)"`),
      path('M0 540H1200V690H0Z', `fill="${palette.far}"`),
      path(
        repeat(
          30,
          () =>
            `M${at(between(random, 0, 1180))} ${at(between(random, 546, 600))}h${at(between(random, 20, 90))}`,
        ),
        `stroke="${palette.a}" stroke-width="3" opacity=".5"`,
      ),
      path(
        'M176 66V560M1024 66V560M120 600L176 400M1080 600L1024 400',
        `stroke="${palette.near}" stroke-width="16" stroke-linecap="round"`,
      ),
      rect(196, 70, 808, 400, `rx="10" fill="url(#${id}h)"`),
      rect(196, 70, 808, 400, `rx="10" fill="none" stroke="${palette.near}" stroke-width="14"`),
      path('M1190 640L206 80H994Z', `fill="url(#${id}b)" opacity=".5"`),
      path(
        'M176 76Q60 120-20 90M1024 76Q1120 120 1220 84',
        `stroke="${palette.near}" stroke-width="4" fill="none"`,
      ),
      repeat(8, (i) =>
        circle(
          i < 4 ? 20 + i * 42 : 1052 + (i - 4) * 42,
          98 + (i % 2) * 8,
          9,
          `fill="${palette.a}"`,
        ),
      ),
      path(heads.heads, `fill="${palette.near}"`),
      rect(0, 632, 1200, 50, `fill="${palette.near}"`),
      holes,
    ].join(''),
    box: textBox(250, 96, 700, 346, { size: 108, anchor: 'middle', vertical: 'middle' }),
    style: { color: palette.light, soft: palette.light },
  };
};
