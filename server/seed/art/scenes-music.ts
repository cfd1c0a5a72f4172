import { crowd } from './crowd.ts';
import type { Palette } from './palettes.ts';
import { type Scene, sky, textBox } from './scene.ts';
import { at, between, circle, linear, path, radial, rect, repeat } from './svg.ts';

/** Beams from a truss over a crowd. */
export const stage: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const colors = [palette.a, palette.b, palette.c];
  const beams = repeat(9, (i) => {
    const x = 90 + i * 128;
    const reach = between(random, -330, 330);
    const spread = between(random, 60, 120);
    return path(
      `M${x - 7} 46H${x + 7}L${at(x + reach + spread)} 640H${at(x + reach - spread)}Z`,
      `fill="url(#${id}b${i % 3})"`,
    );
  });
  const lamps = repeat(
    9,
    (i) =>
      circle(90 + i * 128, 48, 9, `fill="#fff"`) +
      circle(90 + i * 128, 48, 34, `fill="${colors[i % 3]}" opacity=".35"`),
  );
  const far = crowd(random, 548, 15, 0.35);
  const near = crowd(random, 598, 26, 0.45);
  const confetti = colors
    .map((color) =>
      path(
        repeat(24, () => {
          const x = Math.round(between(random, 0, 1200));
          const y = Math.round(between(random, 90, 520));
          return `M${x} ${y}l${Math.round(between(random, 3, 9))} ${Math.round(between(random, -9, 9))}`;
        }),
        `stroke="${color}" stroke-width="7"`,
      ),
    )
    .join('');
  return {
    defs:
      ground.defs +
      colors
        .map((color, i) =>
          linear(`${id}b${i}`, [
            [0, color, 0.85],
            [0.5, color, 0.25],
            [1, color, 0],
          ]),
        )
        .join('') +
      radial(`${id}h`, [
        [0, palette.c, 0.9],
        [0.4, palette.b, 0.45],
        [1, palette.b, 0],
      ]),
    body: [
      ground.body,
      `<ellipse cx="600" cy="590" rx="720" ry="300" fill="url(#${id}h)"/>`,
      `<g style="mix-blend-mode:screen">${beams}</g>`,
      path('M0 22H1200V30H0ZM0 58H1200V66H0Z', `fill="${palette.near}"`),
      path(
        repeat(30, (i) => `M${i * 40} 62l20-36l20 36`),
        `stroke="${palette.near}" stroke-width="5" fill="none"`,
      ),
      lamps,
      `<g opacity=".75">${confetti}</g>`,
      path(far.heads, `fill="${palette.mid}"`),
      path(
        far.raised,
        `stroke="${palette.mid}" stroke-width="9" stroke-linecap="round" fill="none"`,
      ),
      path(near.heads, `fill="${palette.near}"`),
      path(
        near.raised,
        `stroke="${palette.near}" stroke-width="14" stroke-linecap="round" fill="none"`,
      ),
    ].join(''),
    box: textBox(150, 104, 900, 380, { size: 124, anchor: 'middle', vertical: 'middle' }),
    style: { color: palette.light, soft: palette.c, shadow: palette.near },
  };
};

/** A record half out of the frame, its sound drawn as bars. */
export const vinyl: Scene = (input) => {
  const { id, random, palette } = input;
  const x = 885;
  const y = 338;
  const grooves = repeat(22, (i) =>
    circle(x, y, 132 + i * 9.2, `stroke-width="${i % 5 === 0 ? 3 : 1.2}"`),
  );
  const bars = repeat(30, (i) => {
    const tall =
      16 +
      Math.abs(Math.sin(i * 0.55) + Math.sin(i * 1.31 + 1) * 0.6) * 58 * between(random, 0.5, 1.1);
    return rect(
      70 + i * 17,
      596 - tall / 2,
      9,
      tall,
      `rx="4.5" fill="${i % 7 === 3 ? palette.c : palette.a}"`,
    );
  });
  return {
    defs:
      linear(
        `${id}s`,
        [
          [0, palette.sky[0]],
          [0.5, palette.sky[1]],
          [1, palette.sky[2]],
        ],
        [0, 0, 1, 1],
      ) +
      linear(
        `${id}r`,
        [
          [0, palette.light, 0.55],
          [1, palette.light, 0],
        ],
        [0, 0, 0, 1],
      ) +
      radial(`${id}k`, [
        [0, palette.b],
        [0.55, palette.a],
        [1, palette.c],
      ]),
    body: [
      rect(0, 0, 1200, 675, `fill="url(#${id}s)"`),
      repeat(7, (i) =>
        circle(
          x,
          y,
          400 + i * 62,
          `fill="none" stroke="${palette.a}" stroke-width="${10 - i}" opacity="${at(0.42 - i * 0.05) || 0.1}"`,
        ),
      ),
      circle(x + 14, y + 22, 336, 'fill="#000" opacity=".35"'),
      circle(x, y, 336, `fill="${palette.near}"`),
      `<g fill="none" stroke="${palette.b}" opacity=".3">${grooves}</g>`,
      `<g fill="url(#${id}r)" opacity=".5">${path(`M${x} ${y}L${x - 120} ${y - 312}A336 336 0 0 1 ${x + 30} ${y - 334}Z`, '')}${path(`M${x} ${y}L${x + 150} ${y + 300}A336 336 0 0 1 ${x + 10} ${y + 335}Z`, '')}</g>`,
      circle(x, y, 118, `fill="url(#${id}k)"`),
      circle(x, y, 92, `fill="none" stroke="${palette.near}" stroke-width="3" opacity=".5"`),
      path(`M${x - 70} ${y + 34}a78 78 0 0 0 140 0Z`, `fill="${palette.near}" opacity=".75"`),
      circle(x, y, 13, `fill="${palette.light}"`),
      path(
        'M1138 66L1120 330L1010 452',
        `stroke="#000" opacity=".35" stroke-width="16" fill="none" transform="translate(10 16)"`,
      ),
      path(
        'M1138 66L1120 330L1010 452',
        `stroke="${palette.light}" stroke-width="13" fill="none" stroke-linejoin="round" stroke-linecap="round"`,
      ),
      circle(1138, 66, 36, `fill="${palette.mid}" stroke="${palette.light}" stroke-width="8"`),
      path('M1018 430L984 470L1004 488L1040 450Z', `fill="${palette.c}"`),
      bars,
    ].join(''),
    box: textBox(70, 62, 480, 430, { size: 104 }),
    style: { color: palette.light, soft: palette.a, shadow: palette.near },
  };
};

/** A bowed instrument cut from paper, its middle at the origin. */
function cello(palette: Palette): string {
  const body =
    'M0 232C-96 232-146 176-128 104C-116 62-78 56-74 26C-70 0-100-14-96-66C-90-122-46-142 0-142S90-122 96-66C100-14 70 0 74 26C78 56 116 62 128 104C146 176 96 232 0 232Z';
  return [
    path(body, 'transform="translate(12 16)" opacity=".28"'),
    path(body, `fill="${palette.light}"`),
    path('M-15-142L-11-330H11L15-142L22 10H-22Z', `fill="${palette.near}"`),
    path('M0-400a30 30 0 1 0 24 48a18 18 0 1 1-16-26M-14-352H14V-326H-14Z', `fill="${palette.b}"`),
    path(
      'M-66 28q22 6 10 44t8 46M66 28q-22 6-10 44t-8 46',
      `fill="none" stroke="${palette.near}" stroke-width="8" stroke-linecap="round"`,
    ),
    path('M-34 92Q0 76 34 92V102H-34Z', `fill="${palette.near}"`),
    path('M0 130L-12 216H12Z', `fill="${palette.near}"`),
    path('M-8-330V200M0-330V200M8-330V200', `stroke="${palette.a}" stroke-width="2"`),
    path('M-4 232H4V300H-4Z', `fill="${palette.near}"`),
    path('M-250 190L236-36', `stroke="${palette.b}" stroke-width="9" stroke-linecap="round"`),
    path('M-246 198L240-28', `stroke="${palette.light}" stroke-width="3"`),
  ].join('');
}

/** An hourglass drum cut from paper, its middle at the origin. */
function drum(palette: Palette): string {
  const body =
    'M-96-230H96C96-120 46-70 46 0S112 150 118 236H-118C-112 150-46 70-46 0S-96-120-96-230Z';
  return [
    path(body, 'transform="translate(12 16)" opacity=".28"'),
    path(body, `fill="${palette.b}"`),
    `<ellipse cy="-230" rx="104" ry="30" fill="${palette.light}" stroke="${palette.near}" stroke-width="8"/>`,
    path(
      'M-92-170L-46-120L0-170L46-120L92-170M-104 150L-52 100L0 150L52 100L104 150',
      `fill="none" stroke="${palette.light}" stroke-width="12"`,
    ),
    path('M-46-6H46M-46 14H46', `stroke="${palette.near}" stroke-width="9"`),
    repeat(5, (i) => circle(-88 + i * 44, 204, 11, `fill="${palette.a}"`)),
    path(
      'M46 6C150 0 150-120 96-196',
      `fill="none" stroke="${palette.near}" stroke-width="13" stroke-linecap="round"`,
    ),
    path(
      'M-170-300L-20-236M-184-250L-60-226',
      `stroke="${palette.light}" stroke-width="12" stroke-linecap="round"`,
    ),
  ].join('');
}

/** Cut paper: leaves, a moon and an instrument. */
export const cutout: Scene = (input) => {
  const { id, random, palette, event } = input;
  const leaf = (x: number, y: number, scale: number, turn: number, color: string) => {
    const lobes = repeat(
      7,
      (i) =>
        `C${at(-58 - (i % 2) * 30)} ${-i * 44 - 12} ${at(-64 + (i % 3) * 8)} ${-i * 44 - 40} -16 ${-i * 44 - 34}`,
    );
    const back = repeat(
      7,
      (i) =>
        `C${at(64 - (i % 3) * 8)} ${-(6 - i) * 44 - 46} ${at(58 + (i % 2) * 30)} ${-(6 - i) * 44 - 8} 16 ${-(6 - i) * 44}`,
    );
    return `<path transform="translate(${at(x)} ${at(y)}) rotate(${Math.round(turn)}) scale(${scale})" d="M-14 20${lobes}Q0-370 16-300${back}L10 60H-10Z" fill="${color}"/>`;
  };
  const blob = (x: number, y: number, reach: number, color: string) => {
    const points = Array.from({ length: 8 }, (_, i) => {
      const angle = (i * Math.PI) / 4;
      const far = reach * between(random, 0.74, 1.16);
      return [x + Math.cos(angle) * far * 1.25, y + Math.sin(angle) * far] as const;
    });
    const middles = points.map(([px, py], i) => {
      const [nx, ny] = points[(i + 1) % 8] ?? [px, py];
      return [(px + nx) / 2, (py + ny) / 2] as const;
    });
    const start = middles[7] ?? [x, y];
    const curve = points
      .map(
        ([px, py], i) =>
          `Q${at(px)} ${at(py)} ${at(middles[i]?.[0] ?? px)} ${at(middles[i]?.[1] ?? py)}`,
      )
      .join('');
    return path(`M${at(start[0])} ${at(start[1])}${curve}Z`, `fill="${color}"`);
  };
  const shape = event.topic === 'music' ? cello(palette) : drum(palette);
  return {
    defs: linear(
      `${id}s`,
      [
        [0, palette.sky[0]],
        [0.6, palette.sky[1]],
        [1, palette.sky[2]],
      ],
      [0, 0, 1, 1],
    ),
    body: [
      rect(0, 0, 1200, 675, `fill="url(#${id}s)"`),
      blob(920, 330, 290, palette.far),
      blob(640, 640, 170, palette.mid),
      blob(1120, 90, 120, palette.c),
      circle(900, 250, 168, `fill="${palette.a}"`),
      leaf(1130, 640, 1.2, 18, palette.b),
      leaf(640, 690, 0.8, -20, palette.c),
      leaf(1010, 700, 0.95, between(random, -6, 4), palette.mid),
      `<g transform="translate(838 404) rotate(16)">${shape}</g>`,
      leaf(740, 720, 0.74, -34, palette.b),
      leaf(1190, 420, 0.7, -62, palette.a),
      path(
        repeat(5, (i) => `M${70 + i * 54} 612q27-40 54 0`),
        `fill="none" stroke="${palette.c}" stroke-width="9" stroke-linecap="round"`,
      ),
    ].join(''),
    box: textBox(70, 64, 540, 470, { size: 104 }),
    style: { color: palette.light, soft: palette.c, shadow: palette.near },
  };
};

/** Voices as ribbons that part and meet again across the canvas. */
export const ribbons: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const colors = [palette.a, palette.b, palette.c, palette.light];
  const bends = Array.from({ length: 4 }, () => between(random, -40, 40));
  const strand = (i: number, count: number) => {
    const t = (i - (count - 1) / 2) / count;
    const [one = 0, two = 0, three = 0, four = 0] = bends;
    return `M-40 ${at(560 + t * 70 + one)}C180 ${at(640 + t * 520 + two)} 420 ${at(380 - t * 120)} 640 ${at(470 + t * 330 + three)}S980 ${at(160 + t * 640)} 1240 ${at(240 + t * 420 + four)}`;
  };
  const count = 18;
  const strands = repeat(count, (i) =>
    path(
      strand(i, count),
      `stroke="${colors[i % 4]}" stroke-width="${at(7 + (i % 3) * 6)}" opacity="${at(0.8 + (i % 3) * 0.1)}"`,
    ),
  );
  const notes = repeat(8, (i) => {
    const x = 700 + i * 62;
    const y = 90 + (i % 3) * 150 + Math.round(between(random, -40, 60));
    const turn = Math.round(between(random, -20, 20));
    return `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="17" ry="13"/><path d="M12-2V-74q30 10 26 44q-6-18-20-20V0Z"/></g>`;
  });
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.c, 0.7],
        [1, palette.c, 0],
      ]),
    body: [
      ground.body,
      circle(980, 300, 520, `fill="url(#${id}h)"`),
      `<g fill="none" stroke-linecap="round">${path(strand(9, count), `stroke="${palette.near}" stroke-width="190" opacity=".35"`)}${strands}</g>`,
      `<g fill="${palette.light}" stroke="${palette.near}" stroke-width="3">${notes}</g>`,
    ].join(''),
    box: textBox(70, 52, 620, 326, { size: 112 }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};
