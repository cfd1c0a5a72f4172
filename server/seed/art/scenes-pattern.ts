import { type Scene, textBox } from './scene.ts';
import { at, between, burst, circle, linear, path, radial, rect, repeat } from './svg.ts';

/** Kawung: rows of four-petalled fruit, with a dark cartouche for the title. */
export const batik: Scene = (input) => {
  const { id, random, palette } = input;
  const size = 120;
  const petal = (turn: number) =>
    `<g transform="rotate(${turn})"><ellipse cy="-40" rx="21" ry="34" fill="${palette.light}"/><ellipse cy="-40" rx="14" ry="26" fill="none" stroke="${palette.mid}" stroke-width="3"/><path d="M0-28V-30M0-44V-56" stroke="${palette.near}" stroke-width="6" stroke-linecap="round"/></g>`;
  const dots = repeat(8, (i) => {
    const angle = (i * Math.PI) / 4 + Math.PI / 8;
    return circle(Math.cos(angle) * 62, Math.sin(angle) * 62, 3.4, `fill="${palette.a}"`);
  });
  const motif = `${[45, 135, 225, 315].map(petal).join('')}${dots}${path(burst(0, 0, 13, 6, 8), `fill="${palette.a}"`)}`;
  const ring = between(random, 0, 20);
  const medal = [
    circle(0, 0, 250, `fill="${palette.c}"`),
    repeat(
      24,
      (i) =>
        `<path transform="rotate(${i * 15 + Math.round(ring)})" d="M0-246C26-226 26-192 0-172C-26-192-26-226 0-246Z" fill="${i % 2 ? palette.a : palette.light}"/>`,
    ),
    circle(0, 0, 160, `fill="${palette.near}"`),
    repeat(
      16,
      (i) =>
        `<path transform="rotate(${i * 22.5})" d="M0-152C20-126 18-84 0-62C-18-84-20-126 0-152Z" fill="none" stroke="${palette.a}" stroke-width="5"/>`,
    ),
    repeat(
      8,
      (i) =>
        `<path transform="rotate(${i * 45})" d="M0-70C24-54 24-22 0-8C-24-22-24-54 0-70Z" fill="${i % 2 ? palette.mid : palette.a}"/>`,
    ),
    circle(0, 0, 15, `fill="${palette.light}"`),
  ].join('');
  return {
    defs:
      `<pattern id="${id}k" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><rect width="${size}" height="${size}" fill="${palette.sky[1]}"/><g transform="translate(60 60)">${motif}</g></pattern>` +
      linear(
        `${id}v`,
        [
          [0, palette.near, 0.94],
          [0.62, palette.near, 0.86],
          [1, palette.near, 0],
        ],
        [0, 0, 1, 0],
      ) +
      radial(`${id}h`, [
        [0, '#000', 0],
        [0.7, '#000', 0.1],
        [1, '#000', 0.5],
      ]),
    body: [
      rect(0, 0, 1200, 675, `fill="url(#${id}k)"`),
      rect(0, 0, 1200, 675, `fill="url(#${id}h)"`),
      rect(0, 0, 760, 675, `fill="url(#${id}v)"`),
      `<g transform="translate(905 338)">${circle(8, 14, 256, 'fill="#000" opacity=".4"')}${medal}</g>`,
      path('M44 44H34V641H44', `fill="none" stroke="${palette.a}" stroke-width="4"`),
      path(
        repeat(27, (i) => `M34 ${56 + i * 22}l11 11l-11 11l-11-11Z`),
        `fill="${palette.a}"`,
      ),
    ].join(''),
    box: textBox(90, 70, 530, 535, { size: 112, vertical: 'middle' }),
    style: { color: palette.light, soft: palette.a, shadow: '#000000' },
  };
};

/** Woven cloth: stepped diamonds in bands across the canvas. */
export const weave: Scene = (input) => {
  const { id, random, palette } = input;
  const step = 15;
  const diamond = (reach: number): string =>
    repeat(reach * 2 + 1, (i) => {
      const half = reach - Math.abs(i - reach);
      const wide = (half * 2 + 1) * step;
      return `M${-wide / 2} ${(i - reach - 0.5) * step}h${wide}v${step}h-${wide}Z`;
    });
  const motif = (name: string, colors: readonly [string, string, string]) =>
    `<g id="${id}${name}">${[7, 4, 1].map((reach, layer) => path(diamond(reach), `fill="${colors[layer]}"`)).join('')}</g>`;
  const row = (name: string, cy: number, shift: number) =>
    repeat(6, (i) => `<use href="#${id}${name}" x="${shift + i * 240}" y="${cy}"/>`);
  const band = (y: number) =>
    `${rect(0, y, 1200, 58, `fill="${palette.near}"`)}${path(
      repeat(41, (i) => `M${i * 30} ${y + 29}l15-17l15 17l-15 17Z`),
      `fill="${palette.a}"`,
    )}${path(`M0 ${y + 6}H1200M0 ${y + 52}H1200`, `stroke="${palette.c}" stroke-width="5" stroke-dasharray="${Math.round(between(random, 10, 18))} 8"`)}`;
  const fringe = path(
    repeat(120, (i) => `M${5 + i * 10} 640v${at(between(random, 26, 44))}`),
    `stroke="${palette.light}" stroke-width="4"`,
  );
  return {
    defs:
      motif('u', [palette.far, palette.mid, palette.near]) +
      motif('w', [palette.far, palette.c, palette.light]) +
      linear(`${id}s`, [
        [0, palette.sky[0]],
        [0.5, palette.sky[1]],
        [1, palette.sky[2]],
      ]) +
      linear(
        `${id}t`,
        [
          [0, '#000', 0.25],
          [0.5, '#fff', 0.1],
          [1, '#000', 0.3],
        ],
        [0, 0, 1, 0],
      ),
    body: [
      rect(0, 0, 1200, 675, `fill="url(#${id}s)"`),
      row('u', 124, 0),
      row('w', 566, 120),
      band(0),
      band(190),
      rect(0, 248, 1200, 196, `fill="${palette.near}"`),
      band(434),
      rect(0, 634, 1200, 50, `fill="${palette.near}"`),
      fringe,
      rect(0, 0, 1200, 675, `fill="url(#${id}t)"`),
    ].join(''),
    box: textBox(70, 236, 1060, 210, { size: 92, anchor: 'middle', vertical: 'middle' }),
    style: { color: palette.light, soft: palette.a },
  };
};

/** A type poster: the title, and a board of plain shapes. */
export const typo: Scene = (input) => {
  const { random, palette, event } = input;
  // Larger tiles in fewer columns set one seminar apart from another.
  const columns = event.isOnline ? 3 : 4;
  const cell = columns === 3 ? 135 : 112.5;
  const left = 1200 - columns * cell;
  const colors = [palette.a, palette.b, palette.c, palette.far, palette.near];
  const tiles = repeat(columns * Math.ceil(675 / cell), (i) => {
    const column = i % columns;
    const row = Math.floor(i / columns);
    const x = left + column * cell;
    const y = row * cell;
    const ground = colors[Math.floor(random() * 5)] ?? palette.a;
    let ink = colors[Math.floor(random() * 5)] ?? palette.b;
    if (ink === ground) ink = palette.light;
    const half = cell / 2;
    const turn = Math.floor(random() * 4) * 90;
    const shapes = [
      `<path d="M0 0H${cell}A${cell} ${cell} 0 0 1 0 ${cell}Z"/>`,
      `<circle cx="${half}" cy="${half}" r="${at(half * 0.8)}"/>`,
      `<path d="M0 0H${cell}L0 ${cell}Z"/>`,
      `<path d="M0 0H${half}V${cell}H0ZM${at(cell * 0.65)} 0H${at(cell * 0.85)}V${cell}H${at(cell * 0.65)}Z"/>`,
      `<path d="M0 0A${half} ${half} 0 0 0 ${cell} 0ZM0 ${half}A${half} ${half} 0 0 0 ${cell} ${half}Z"/>`,
      `<circle cx="${half}" cy="${half}" r="${at(half * 0.58)}" fill="none" stroke="${ink}" stroke-width="22"/>`,
    ];
    const shape = shapes[Math.floor(random() * shapes.length)] ?? '';
    return `<g transform="translate(${x} ${y})" fill="${ink}">${rect(0, 0, cell + 0.5, cell + 0.5, `fill="${ground}"`)}<g transform="rotate(${turn} ${half} ${half})">${shape}</g></g>`;
  });
  const rule = palette.light;
  return {
    defs: '',
    body: [
      rect(0, 0, 1200, 675, `fill="${palette.sky[0]}"`),
      path(
        repeat(15, (i) => `M70 ${590 + (i % 3) * 14}m${Math.floor(i / 3) * 14} 0h.1`),
        `stroke="${palette.a}" stroke-width="8" stroke-linecap="round"`,
      ),
      path('M160 604H680', `stroke="${rule}" stroke-width="5"`),
      tiles,
    ].join(''),
    box: textBox(70, 62, 620, 500, { size: 96 }),
    style: { color: palette.light, soft: palette.light },
  };
};

/** Comic page: a burst, halftone dots and rays. */
export const comic: Scene = (input) => {
  const { id, random, palette } = input;
  const rays = repeat(20, (i) => {
    const from = (i / 20) * Math.PI * 2;
    const to = from + Math.PI / 20;
    return `M600 330L${at(600 + Math.cos(from) * 1000)} ${at(330 + Math.sin(from) * 1000)}L${at(600 + Math.cos(to) * 1000)} ${at(330 + Math.sin(to) * 1000)}Z`;
  });
  const dots = repeat(11, (row) =>
    path(
      `M${row % 2 ? -33 : 0} ${678 - row * 22}H1260`,
      `stroke-width="${at((11 - row) * 2.5)}" stroke-dasharray="0 66"`,
    ),
  );
  const turn = between(random, -5, 5);
  const spiky = (cx: number, cy: number, outer: number, count: number, color: string) =>
    path(
      burst(cx, cy, outer, outer * 0.62, count),
      `fill="${color}" stroke="${palette.near}" stroke-width="9" stroke-linejoin="round"`,
    );
  // A speech cloud for one, a bang for another.
  const bubble =
    random() < 0.5
      ? 'M300 500C170 520 110 430 170 372C86 330 110 220 206 214C208 116 340 84 404 138C450 60 600 52 646 124C708 56 852 72 884 150C980 122 1078 190 1048 274C1124 318 1096 430 1010 446C986 522 880 542 824 496C760 556 620 560 566 508C540 536 500 548 456 542L262 650L352 532C330 526 314 514 300 500Z'
      : `${repeat(28, (i) => {
          const angle = (i / 28) * Math.PI * 2;
          const reach = i % 2 ? 1 : between(random, 1.2, 1.34);
          return `${i ? 'L' : 'M'}${at(600 + Math.cos(angle) * 445 * reach)} ${at(318 + Math.sin(angle) * 215 * reach)}`;
        })}Z`;
  return {
    defs: linear(`${id}s`, [
      [0, palette.sky[0]],
      [1, palette.sky[2]],
    ]),
    body: [
      rect(0, 0, 1200, 675, `fill="url(#${id}s)"`),
      path(rays, `fill="${palette.far}" opacity=".55"`),
      `<g stroke="${palette.near}" stroke-linecap="round" opacity=".5">${dots}</g>`,
      `<g transform="rotate(${Math.round(turn)} 600 320)">`,
      spiky(170, 130, 128, 12, palette.a),
      spiky(1060, 560, 150, 14, palette.b),
      path(bubble, `stroke-linejoin="round" transform="translate(14 18)" fill="${palette.near}"`),
      path(
        bubble,
        `stroke-linejoin="round" fill="${palette.mid}" stroke="${palette.near}" stroke-width="10"`,
      ),
      '</g>',
      spiky(1066, 112, 74, 9, palette.c),
      spiky(120, 560, 60, 8, palette.b),
      path(
        'M1050 84l34 26h-22l26 34',
        `fill="none" stroke="${palette.near}" stroke-width="9" stroke-linejoin="round"`,
      ),
    ].join(''),
    box: textBox(230, 138, 740, 350, { size: 108, anchor: 'middle', vertical: 'middle' }),
    style: { color: palette.light, soft: palette.a, shadow: palette.near },
  };
};
