import { type Scene, sky, textBox } from './scene.ts';
import { at, between, circle, hills, linear, path, peaks, radial, rect, repeat } from './svg.ts';

/** A volcano above the clouds under a field of stars. */
export const mountain: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const stars = repeat(110, () => {
    const x = Math.round(between(random, 0, 1200));
    const y = Math.round(between(random, 0, 360));
    // None behind the words.
    return x < 690 && y > 50 && y < 330 ? '' : `M${x} ${y}h.1`;
  });
  const x = between(random, 790, 880);
  const cone = `M${x - 430} 600C${x - 230} 520 ${x - 130} 330 ${x - 62} 232Q${x - 40} 214 ${x - 22} 226T${x + 14} 222T${x + 56} 234C${x + 130} 350 ${x + 250} 530 ${x + 450} 600Z`;
  const lit = `M${x - 20} 226Q${x} 216 ${x + 14} 222T${x + 56} 234C${x + 130} 350 ${x + 250} 530 ${x + 450} 600H${x + 120}C${x + 90} 520 ${x + 60} 470 ${x + 70} 400S${x - 4} 300 ${x - 20} 226Z`;
  const smoke = repeat(6, (i) =>
    circle(x + i * 26 + between(random, -8, 8), 204 - i * 26, 20 + i * 11, ''),
  );
  const mist = (y: number, opacity: number) =>
    path(hills(random, y, 16, 5), `fill="url(#${id}m)" opacity="${opacity}"`);
  const pines = repeat(46, (i) => {
    const px = i * 27 + between(random, -10, 10);
    const h = between(random, 26, 78) * (px > 500 && px < 800 ? 0.5 : 1);
    return `M${at(px - h * 0.24)} 690V${at(640)}L${at(px)} ${at(640 - h)}L${at(px + h * 0.24)} 640V690Z`;
  });
  return {
    defs:
      ground.defs +
      linear(`${id}c`, [
        [0, palette.mid],
        [1, palette.far],
      ]) +
      linear(`${id}l`, [
        [0, palette.a],
        [1, palette.far, 0],
      ]) +
      linear(`${id}m`, [
        [0, palette.sky[2], 0.85],
        [0.6, palette.sky[2], 0.05],
        [1, palette.sky[2], 0],
      ]) +
      radial(`${id}h`, [
        [0, palette.a, 0.6],
        [1, palette.a, 0],
      ]),
    body: [
      ground.body,
      path(stars, `stroke="${palette.light}" stroke-width="3" stroke-linecap="round" opacity=".8"`),
      path(
        stars.slice(0, stars.indexOf('M', 150)),
        `stroke="${palette.b}" stroke-width="5" stroke-linecap="round"`,
      ),
      circle(x + 40, 430, 460, `fill="url(#${id}h)"`),
      `<g fill="${palette.light}" opacity=".28">${smoke}</g>`,
      path(peaks(random, 520, 150, 6), `fill="${palette.far}" opacity=".6"`),
      path(cone, `fill="url(#${id}c)"`),
      path(lit, `fill="url(#${id}l)" opacity=".75"`),
      mist(500, 0.9),
      path(peaks(random, 600, 120, 8), `fill="${palette.mid}" opacity=".9"`),
      mist(575, 0.7),
      path(hills(random, 622, 18, 4), `fill="${palette.near}"`),
      path(pines, `fill="${palette.near}"`),
    ].join(''),
    box: textBox(70, 58, 610, 360, { size: 112 }),
    style: { color: palette.light, soft: palette.a, shadow: palette.near },
  };
};

/** Terraced fields: bands that bend like water, palms at the edge. */
export const terrace: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const bands = repeat(8, (i) => {
    const y = 356 + i * 40;
    const sway = between(random, 30, 64) * (i % 2 ? 1 : -1);
    const edge = `M-20 ${y}C260 ${at(y - sway)} 420 ${at(y + sway + 26)} 660 ${at(y + sway * 0.4)}S1040 ${at(y - sway * 0.8 - 20)} 1220 ${at(y - 26)}`;
    const fill = [palette.far, palette.c, palette.mid][i % 3] ?? palette.mid;
    return `${path(`${edge}V690H-20Z`, `fill="${fill}"`)}${path(edge, `fill="none" stroke="${palette.light === palette.near ? palette.b : palette.light}" stroke-width="${3 + i * 0.6}" opacity=".75"`)}${path(edge, `transform="translate(0 ${12 + i})" fill="none" stroke="${palette.near}" stroke-width="${5 + i}" stroke-dasharray="2 ${11 + i}" stroke-linecap="round" opacity=".4"`)}`;
  });
  const palm = (x: number, y: number, scale: number) =>
    `<g transform="translate(${at(x)} ${y}) scale(${scale})"><path d="M0 0C6-90 18-150 34-214" fill="none" stroke="${palette.near}" stroke-width="10"/><path d="M34-214C4-262-50-258-84-212C-44-236-4-234 34-214C20-276 62-300 112-292C66-280 46-252 34-214C70-254 126-246 142-204C110-230 70-230 34-214C58-190 66-160 58-120C48-160 44-188 34-214C10-204-22-184-34-138C-30-188-2-212 34-214Z" fill="${palette.near}"/></g>`;
  const sunX = between(random, 820, 940);
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.b, 1],
        [0.4, palette.b, 0.5],
        [1, palette.b, 0],
      ]),
    body: [
      ground.body,
      circle(sunX, 300, 330, `fill="url(#${id}h)"`),
      circle(sunX, 286, 104, `fill="${palette.a}"`),
      path(peaks(random, 400, 170, 4), `fill="${palette.mid}" opacity=".35"`),
      path(hills(random, 376, 26, 5), `fill="${palette.mid}" opacity=".55"`),
      bands,
      palm(1040, 690, 1.55),
      palm(1128, 700, 1.15),
      palm(958, 706, 0.9),
    ].join(''),
    box: textBox(70, 42, 690, 310, { size: 108 }),
    style: { color: palette.near, soft: palette.near },
  };
};

/** Furrows that run to the horizon under a low sun. */
export const furrows: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const horizon = 404;
  const rows = repeat(26, (i) => {
    const from = -1900 + i * 200;
    return path(
      `M840 ${horizon}L${from} 690H${from + 100}Z`,
      `fill="${i % 4 < 2 ? palette.mid : palette.c}"`,
    );
  });
  const sprouts = repeat(9, (row) => {
    const depth = (row + 1) / 9;
    const y = horizon + depth * depth * 290;
    const gap = 200 * depth * depth;
    return path(
      `M${at(840 - gap * 9.5)} ${at(y)}H1300`,
      `stroke="${palette.near}" stroke-width="${at(2 + depth * 15)}" stroke-dasharray="0 ${at(Math.max(gap, 9))}" stroke-linecap="round" opacity=".75"`,
    );
  });
  const tree = (x: number, y: number, scale: number) =>
    `<g transform="translate(${x} ${y}) scale(${scale})" fill="${palette.near}"><path d="M-9 0L-5-90H5L10 0Z"/><path d="M-92-96a46 46 0 0 1 26-66a62 62 0 0 1 104-34a52 52 0 0 1 60 62a40 40 0 0 1-24 60Q0-50-92-96Z"/></g>`;
  const house = `<path d="M300 404V372L360 336L420 372V404Z" fill="${palette.near}"/><path d="M286 378L360 330L434 378L424 386L360 346L296 386Z" fill="${palette.a}"/>`;
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.b],
        [0.3, palette.a, 0.5],
        [1, palette.a, 0],
      ]) +
      linear(`${id}f`, [
        [0, palette.far],
        [1, palette.mid],
      ]),
    body: [
      ground.body,
      circle(840, 330, 400, `fill="url(#${id}h)"`),
      circle(840, 318, 122, `fill="${palette.a}"`),
      path(hills(random, 372, 34, 3), `fill="${palette.c}" opacity=".6"`),
      path(hills(random, 396, 16, 5), `fill="${palette.near}" opacity=".5"`),
      rect(0, horizon, 1200, 290, `fill="url(#${id}f)"`),
      rows,
      sprouts,
      house,
      tree(600, 410, 0.56),
      tree(1096, 424, 1.3),
      tree(1180, 430, 0.9),
    ].join(''),
    box: textBox(70, 52, 650, 280, { size: 112 }),
    style: { color: palette.light, soft: palette.light },
  };
};

/** A path that winds over dry hills down to the sea. */
export const trail: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const flags = [
    [842, 300],
    [1010, 430],
    [560, 560],
  ] as const;
  const grass = repeat(
    60,
    (i) =>
      `M${i * 20 + Math.round(between(random, -8, 8))} 690q${Math.round(between(random, -10, 10))}-30 ${Math.round(between(random, -12, 18))}-${Math.round(between(random, 34, 84))}`,
  );
  const birds = repeat(5, (i) => {
    const x = 780 + i * 74 + Math.round(between(random, -20, 20));
    const y = Math.round(between(random, 70, 210));
    return `M${x} ${y}q11-13 20 0q9-13 20 0`;
  });
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.a, 0.95],
        [1, palette.a, 0],
      ]) +
      linear(
        `${id}n`,
        [
          [0, palette.a],
          [0.5, palette.c],
          [1, palette.mid],
        ],
        [0.3, 0, 0.6, 1],
      ) +
      linear(`${id}m`, [
        [0, palette.c],
        [1, palette.far],
      ]),
    body: [
      ground.body,
      circle(420, 400, 420, `fill="url(#${id}h)"`),
      circle(420, 396, 92, `fill="${palette.light}"`),
      rect(0, 404, 1200, 290, `fill="${palette.far}"`),
      path(
        repeat(22, () => {
          const y = Math.round(between(random, 412, 500));
          return `M${Math.round(between(random, 260, 620))} ${y}h${Math.round(between(random, 20, 90))}`;
        }),
        `stroke="${palette.light}" stroke-width="4" stroke-linecap="round" opacity=".6"`,
      ),
      path(
        'M-10 404Q90 350 190 404ZM560 404Q640 330 740 372T900 404Z',
        `fill="${palette.mid}" opacity=".8"`,
      ),
      path('M520 690C600 520 720 330 850 300S1080 390 1210 330V690Z', `fill="url(#${id}n)"`),
      path(
        'M850 300C880 390 800 470 860 560S820 660 800 690H520C600 520 720 330 850 300Z',
        `fill="${palette.mid}" opacity=".35"`,
      ),
      path('M700 690C780 560 900 450 1020 430S1160 470 1210 460V690Z', `fill="url(#${id}m)"`),
      path('M-10 690V560C120 500 330 520 480 566S760 660 900 690Z', `fill="${palette.mid}"`),
      path(
        'M850 302C930 330 950 372 902 410S850 480 960 470S1080 440 1020 434M960 470C880 520 760 540 640 560S420 600 330 690',
        `fill="none" stroke="${palette.light}" stroke-width="7" stroke-dasharray="1 15" stroke-linecap="round"`,
      ),
      flags
        .map(([x, y]) =>
          path(
            `M${x} ${y}v-64l46 15l-42 15`,
            `fill="${palette.light}" stroke="${palette.near}" stroke-width="6" stroke-linejoin="round"`,
          ),
        )
        .join(''),
      path(grass, `fill="none" stroke="${palette.near}" stroke-width="5" stroke-linecap="round"`),
      path('M0 690V664Q300 640 620 668T1200 656V690Z', `fill="${palette.near}"`),
      path(birds, `fill="none" stroke="${palette.light}" stroke-width="5" stroke-linecap="round"`),
    ].join(''),
    box: textBox(70, 52, 640, 300, { size: 118 }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};
