import { type Scene, sky, textBox } from './scene.ts';
import { at, between, circle, hills, linear, path, radial, rect, repeat } from './svg.ts';

/** A lake at dusk: ranges mirrored in still water, two boats on it. */
export const lake: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const shore = 448;
  const range = (y: number, rise: number, waves: number, fill: string, opacity: number) => {
    const shape = hills(random, y, rise, waves, shore);
    const mirrored = `<g transform="matrix(1 0 0 -.5 0 ${at(shore * 1.5)})">${path(shape, `fill="${fill}" opacity="${opacity * 0.4}"`)}</g>`;
    return path(shape, `fill="${fill}" opacity="${opacity}"`) + mirrored;
  };
  const glints = repeat(34, () => {
    const y = between(random, shore + 8, 660);
    const spread = (y - shore) * 0.9 + 40;
    return `M${at(880 + between(random, -spread, spread))} ${at(y)}h${at(between(random, 14, 74))}`;
  });
  const boat = (x: number, y: number, scale: number) =>
    `<g transform="translate(${x} ${y}) scale(${scale})" fill="${palette.near}"><path d="M-80 0C-60 26 60 26 84-8C40 8-40 8-80 0Z"/><path d="M-6 4V-66H-1V4Z"/><path d="M2-62C40-48 46-22 40-6L2-4Z" fill="${palette.a}"/></g>`;
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.light, 0.9],
        [0.3, palette.b, 0.6],
        [1, palette.b, 0],
      ]) +
      linear(`${id}w`, [
        [0, palette.sky[2]],
        [0.35, palette.c],
        [1, palette.mid],
      ]),
    body: [
      ground.body,
      circle(860, 330, 420, `fill="url(#${id}h)"`),
      circle(860, 300, 88, `fill="${palette.light}"`),
      rect(0, shore, 1200, 240, `fill="url(#${id}w)"`),
      range(352, 84, 3, palette.far, 0.7),
      range(414, 46, 4, palette.mid, 0.9),
      path(
        glints,
        `stroke="${palette.light}" stroke-width="4" stroke-linecap="round" opacity=".6"`,
      ),
      boat(830, 556, 1.25),
      boat(1048, 496, 0.6),
      path('M0 690V560C140 540 220 620 330 640S520 660 560 690Z', `fill="${palette.near}"`),
      path(
        repeat(
          26,
          (i) =>
            `M${i * 19} ${560 + i * 4}q${at(between(random, -16, 16))}-50 ${at(between(random, -12, 22))}-${at(between(random, 60, 120))}`,
        ),
        `stroke="${palette.near}" stroke-width="5" fill="none" stroke-linecap="round"`,
      ),
    ].join(''),
    box: textBox(70, 58, 700, 300, { size: 118 }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};

/** A two-masted ship on scalloped waves. */
export const phinisi: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const scallops = (y: number, radius: number, fill: string, shift: number) => {
    const count = Math.ceil(1300 / (radius * 2)) + 1;
    const edge = `M${-60 - shift} ${y}${repeat(count, () => `a${radius} ${radius * 0.72} 0 0 1 ${radius * 2} 0`)}V690H-80Z`;
    const rings = `M${-60 - shift + radius * 0.34} ${y}${repeat(count, () => `a${at(radius * 0.66)} ${at(radius * 0.48)} 0 0 1 ${at(radius * 1.32)} 0m${at(radius * 0.68)} 0`)}`;
    return (
      path(edge, `fill="${fill}"`) +
      path(rings, `fill="none" stroke="${palette.b}" stroke-width="3" opacity=".5"`)
    );
  };
  const x = between(random, 780, 830);
  const lean = between(random, -4, 1);
  const ship = [
    `<g transform="translate(${at(x)} 520) rotate(${at(lean)})">`,
    path('M-246-30C-150 6 120 10 268-64L236 30C200 70-150 74-204 30Z', `fill="${palette.near}"`),
    path('M-232-10C-120 24 130 24 256-30', `fill="none" stroke="${palette.a}" stroke-width="9"`),
    path('M-70-14V-392M110-22V-352M268-64L384-118', `stroke="${palette.near}" stroke-width="9"`),
    path('M-82-380C-210-300-226-140-214-56L-82-46Z', `fill="url(#${id}v)"`),
    path('M-56-386C40-300 70-160 66-60L-56-46Z', `fill="url(#${id}v)"`),
    path('M122-342C200-270 222-150 214-66L122-52Z', `fill="url(#${id}v)"`),
    path('M124-330L378-112L232-70C210-180 170-260 124-330Z', `fill="${palette.a}" opacity=".92"`),
    path(
      'M-82-300C-160-250-186-170-190-110M-56-300C0-250 20-170 20-100M122-270C160-220 176-150 176-104',
      `stroke="${palette.near}" stroke-width="2" fill="none" opacity=".3"`,
    ),
    path('M-70-392q-34 4-58-10q30-6 58-12ZM110-352q-30 4-52-9q28-6 52-11Z', `fill="${palette.a}"`),
    '</g>',
  ].join('');
  return {
    defs:
      ground.defs +
      linear(
        `${id}v`,
        [
          [0, palette.b],
          [1, palette.c],
        ],
        [0, 0, 1, 1],
      ) +
      radial(`${id}h`, [
        [0, palette.c, 0.9],
        [1, palette.c, 0],
      ]),
    body: [
      ground.body,
      circle(820, 330, 430, `fill="url(#${id}h)"`),
      circle(820, 330, 210, `fill="${palette.c}" opacity=".75"`),
      repeat(5, (i) =>
        rect(
          between(random, 560, 1000),
          120 + i * 46,
          between(random, 120, 300),
          8,
          `rx="4" fill="${palette.light}" opacity=".45"`,
        ),
      ),
      scallops(524, 62, palette.far, 20),
      ship,
      scallops(562, 70, palette.mid, between(random, 0, 60)),
      scallops(618, 84, palette.near, between(random, 0, 80)),
    ].join(''),
    box: textBox(70, 58, 490, 420, { size: 112 }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};

/** Market boats and houses on stilts along a river at dusk. */
export const river: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const bank = 396;
  const houses = repeat(8, (i) => {
    const x = 500 + i * 94 + Math.round(between(random, -8, 8));
    const wide = Math.round(between(random, 66, 88));
    const top = bank - Math.round(between(random, 40, 74));
    const legs = `M${x + 8} ${bank}v34M${x + wide - 8} ${bank}v34M${x + wide / 2} ${bank}v34`;
    return (
      path(
        `M${x} ${bank}V${top}H${x + wide}V${bank}ZM${x - 12} ${top + 4}L${x + wide / 2} ${top - 44}L${x + wide + 12} ${top + 4}Z`,
        `fill="${palette.near}"`,
      ) +
      path(legs, `stroke="${palette.near}" stroke-width="6"`) +
      rect(x + wide * 0.2, top + 18, 16, 18, `fill="${palette.c}"`) +
      rect(x + wide * 0.6, top + 18, 16, 18, `fill="${palette.c}"`)
    );
  });
  const boat = (x: number, y: number, scale: number, goods: readonly string[]) => {
    const fruit = repeat(11, (i) =>
      circle(-92 + i * 17, -14 - (i % 3) * 11, 13, `fill="${goods[i % goods.length]}"`),
    );
    return `<g transform="translate(${x} ${y}) scale(${scale})">${fruit}<path d="M-220-34C-150 6 140 6 216-40C190 30 130 44 0 44S-180 34-220-34Z" fill="${palette.near}"/><path d="M-200-12C-120 18 120 18 198-16" fill="none" stroke="${palette.a}" stroke-width="6"/><path d="M118-8q4-54 34-58t34 52Z" fill="${palette.mid}"/><circle cx="152" cy="-82" r="19" fill="${palette.near}"/><path d="M106-84Q152-140 198-84Q152-72 106-84Z" fill="${palette.c}"/><path d="M196-60L262 70" stroke="${palette.near}" stroke-width="8" stroke-linecap="round"/><path d="M-190 58H210" stroke="${palette.light}" stroke-width="5" stroke-dasharray="60 24 20 30" stroke-linecap="round" opacity=".6"/></g>`;
  };
  const glints = repeat(40, () => {
    const y = Math.round(between(random, bank + 40, 664));
    return `M${Math.round(between(random, 0, 1160))} ${y}h${Math.round(between(random, 20, 90))}`;
  });
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.light],
        [0.25, palette.c, 0.8],
        [1, palette.c, 0],
      ]) +
      linear(`${id}w`, [
        [0, palette.sky[2]],
        [0.3, palette.far],
        [1, palette.near],
      ]),
    body: [
      ground.body,
      circle(830, 330, 430, `fill="url(#${id}h)"`),
      circle(830, 286, 118, `fill="${palette.a}"`),
      path(hills(random, 370, 24, 4, bank), `fill="${palette.mid}" opacity=".6"`),
      rect(0, bank, 1200, 290, `fill="url(#${id}w)"`),
      rect(0, bank - 4, 1200, 10, `fill="${palette.near}" opacity=".6"`),
      houses,
      path(
        glints,
        `stroke="${palette.light}" stroke-width="4" stroke-linecap="round" opacity=".35"`,
      ),
      boat(560, 478, 0.6, [palette.a, palette.b, palette.c]),
      boat(930, 506, 0.78, ['#7fb83a', palette.c, palette.a]),
      boat(300, 588, 1.05, [palette.c, palette.a, '#7fb83a']),
      boat(880, 634, 1.2, [palette.a, palette.c, palette.b]),
    ].join(''),
    box: textBox(70, 52, 560, 360, { size: 104 }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};
