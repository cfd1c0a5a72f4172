import { type Scene, sky, textBox } from './scene.ts';
import { at, between, circle, hills, linear, path, peaks, radial, rect, repeat } from './svg.ts';

/** A stadium bowl under floodlights. */
export const stadium: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const tiers = repeat(
    9,
    (i) =>
      `<ellipse cx="600" cy="${at(656 - i * 8)}" rx="${at(520 + i * 44)}" ry="${at(136 + i * 19)}" stroke-dasharray="${3 + (i % 3)} ${5 + ((i * 2) % 4)}"/>`,
  );
  const tower = (x: number, flip: number) => {
    const bulbs = repeat(12, (i) =>
      circle(x + flip * ((i % 4) * 24 - 36), 66 + Math.floor(i / 4) * 24, 9, 'fill="#fff"'),
    );
    return `${path(`M${x - 7} 130L${x - 14} 430H${x + 14}L${x + 7} 130Z`, `fill="${palette.near}"`)}${rect(x - 56, 46, 112, 88, `rx="8" fill="${palette.mid}"`)}${circle(x, 90, 210, `fill="url(#${id}g)"`)}${bulbs}${path(`M${x} 90L${x + flip * 260} 690H${x + flip * 620}Z`, `fill="url(#${id}b)"`)}`;
  };
  return {
    defs:
      ground.defs +
      radial(`${id}g`, [
        [0, '#fff', 0.95],
        [0.2, palette.c, 0.5],
        [1, palette.c, 0],
      ]) +
      linear(`${id}b`, [
        [0, '#fff', 0.34],
        [1, '#fff', 0],
      ]) +
      linear(`${id}p`, [
        [0, palette.sky[2]],
        [1, palette.a],
      ]),
    body: [
      ground.body,
      path(hills(random, 372, 22, 5), `fill="${palette.far}" opacity=".7"`),
      `<ellipse cx="600" cy="592" rx="890" ry="306" fill="${palette.near}"/>`,
      `<ellipse cx="600" cy="596" rx="872" ry="294" fill="${palette.mid}"/>`,
      `<g fill="none" stroke="${palette.c}" stroke-width="13" opacity=".6">${tiers}</g>`,
      `<ellipse cx="600" cy="672" rx="500" ry="128" fill="${palette.near}"/>`,
      path('M330 568H870L1010 690H190Z', `fill="url(#${id}p)"`),
      repeat(6, (i) =>
        path(
          `M${330 + i * 90} 568H${375 + i * 90}L${326 + i * 137} 690H${190 + i * 137}Z`,
          'fill="#fff" opacity=".1"',
        ),
      ),
      path(
        'M346 578H854L980 690M346 578L220 690M600 578V690M520 690Q536 622 600 622T680 690',
        'fill="none" stroke="#fff" stroke-width="5"',
      ),
      tower(96, 1),
      tower(1104, -1),
    ].join(''),
    box: textBox(190, 34, 820, 262, { size: 100, anchor: 'middle', vertical: 'middle' }),
    style: { color: palette.light, soft: palette.b, shadow: palette.near },
  };
};

/** Running lanes that bend towards a sunrise. */
export const track: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const lanes = 7;
  const edge = (t: number) =>
    `C${at(470 + t * 520)} 560 ${at(760 + t * 130)} 480 ${at(868 + t * 16)} 404`;
  const lane = (i: number) => {
    const t = i / lanes;
    const next = (i + 1) / lanes;
    return path(
      `M${at(-260 + t * 1500)} 700${edge(t)}L${at(868 + next * 16)} 404C${at(760 + next * 130)} 480 ${at(470 + next * 520)} 560 ${at(-260 + next * 1500)} 700Z`,
      `fill="${i % 2 ? palette.mid : palette.near}"`,
    );
  };
  const lines = repeat(lanes + 1, (i) =>
    path(`M${at(-260 + (i / lanes) * 1500)} 700${edge(i / lanes)}`, ''),
  );
  const streaks = repeat(
    16,
    () =>
      `M${at(between(random, 420, 1180))} ${at(between(random, 60, 380))}h${at(between(random, 60, 240))}`,
  );
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.b],
        [0.3, palette.a, 0.8],
        [1, palette.a, 0],
      ]) +
      linear(`${id}r`, [
        [0, palette.a],
        [1, palette.c],
      ]),
    body: [
      ground.body,
      circle(880, 392, 430, `fill="url(#${id}h)"`),
      circle(880, 380, 128, `fill="${palette.b}"`),
      path(streaks, `stroke="${palette.b}" stroke-width="5" stroke-linecap="round" opacity=".45"`),
      path(peaks(random, 410, 110, 7), `fill="${palette.far}" opacity=".8"`),
      path('M0 404H1200V690H0Z', `fill="${palette.far}"`),
      path(
        `M520 404V330h10v74M1130 404V330h10v74M520 336H1140v18H520ZM580 354v50M1080 354v50${repeat(9, (i) => `M${560 + i * 64} 336v-${at(between(random, 14, 40))}`)}`,
        `stroke="${palette.near}" stroke-width="7" fill="${palette.near}"`,
      ),
      path('M0 404Q300 396 520 430T1200 420V470H0Z', `fill="${palette.near}" opacity=".35"`),
      repeat(lanes, lane),
      `<g fill="none" stroke="${palette.light}" stroke-width="5" opacity=".9">${lines}</g>`,
      path('M-300 668H1300', `stroke="${palette.light}" stroke-width="12" opacity=".9"`),
    ].join(''),
    box: textBox(70, 58, 620, 330, { size: 116 }),
    style: { color: palette.light, soft: palette.a, shadow: palette.near },
  };
};

/** A shuttlecock in flight over the lines of a court. */
export const shuttle: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const feathers = repeat(7, (i) => {
    const t = (i - 3) / 3;
    return `<path d="M${at(t * 34)} 0C${at(t * 66)}-70 ${at(t * 118)}-150 ${at(t * 138)}-206C${at(t * 138 - 30)}-232 ${at(t * 120 - 30)}-206 ${at(t * 104 - 26)}-180C${at(t * 60 - 12)}-120 ${at(t * 30)}-60 ${at(t * 24)} 0Z" fill="${i % 2 ? '#ffffff' : palette.b}" stroke="${palette.near}" stroke-width="2.5" opacity=".97"/>`;
  });
  const trail = repeat(9, (i) => {
    const gap = 26 * i - 100;
    return `M${at(880 + gap * 0.72)} ${at(250 + gap * 0.68)}C${at(780 + gap)} ${at(60 + gap)} ${at(1080 + gap * 0.4)} -40 ${at(1260)} ${at(-90 + gap * 0.9)}`;
  });
  return {
    defs:
      ground.defs +
      radial(`${id}h`, [
        [0, palette.a, 0.7],
        [1, palette.a, 0],
      ]) +
      linear(`${id}n`, [
        [0, palette.near, 0.2],
        [1, palette.near, 0.9],
      ]),
    body: [
      ground.body,
      `<g transform="matrix(1 -.28 .42 1 -140 190)"><rect x="-400" y="60" width="2200" height="560" fill="${palette.far}"/><rect x="120" y="90" width="980" height="430" fill="${palette.mid}"/><path d="M120 90H1100V520H120ZM120 132H1100M120 478H1100M610 90V520M470 90V520M750 90V520M120 305H470M750 305H1100M180 90V520M1040 90V520" fill="none" stroke="#fff" stroke-width="7"/></g>`,
      rect(0, 0, 1200, 675, `fill="url(#${id}n)" opacity=".55"`),
      circle(880, 330, 360, `fill="url(#${id}h)"`),
      path(
        trail,
        `fill="none" stroke="${palette.a}" stroke-width="5" stroke-linecap="round" opacity=".65"`,
      ),
      `<g transform="translate(812 470) rotate(${Math.round(between(random, 34, 44))}) scale(1.42)"><g transform="translate(14 16)" opacity=".25"><path d="M-34 0L-150-206Q0-260 150-206L34 0Z"/></g>${feathers}<path d="M-74-84Q0-108 74-84M-54-44Q0-62 54-44" fill="none" stroke="${palette.c}" stroke-width="7"/><path d="M-40 0H40V22C40 58 20 72 0 72S-40 58-40 22Z" fill="#fff"/><path d="M-40 0H40V20H-40Z" fill="${palette.c}"/></g>`,
    ].join(''),
    box: textBox(70, 60, 560, 470, { size: 104 }),
    style: { color: palette.light, soft: palette.a, shadow: palette.near },
  };
};

/** A ball on its arc to the hoop. */
export const basket: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const planks = path(
    repeat(22, (i) => `M${i * 56} 0V675M${i * 56} ${Math.round(between(random, 40, 640))}h56`),
    `stroke="${palette.far}" stroke-width="2" opacity=".3"`,
  );
  return {
    defs:
      ground.defs +
      radial(`${id}b`, [
        [0, '#ffb45c'],
        [0.6, '#ec6b1f'],
        [1, '#a83a0c'],
      ]) +
      radial(`${id}h`, [
        [0, palette.b, 0.8],
        [1, palette.b, 0],
      ]),
    body: [
      ground.body,
      planks,
      circle(960, 700, 420, `fill="${palette.a}"`),
      circle(960, 700, 420, 'fill="none" stroke="#fff" stroke-width="9"'),
      path(
        'M540 -10V690M760 690V420H1160V690',
        'fill="none" stroke="#fff" stroke-width="9" opacity=".9"',
      ),
      circle(960, 420, 118, `fill="${palette.mid}" stroke="#fff" stroke-width="9"`),
      circle(930, 250, 330, `fill="url(#${id}h)"`),
      path(
        'M380 720C470 420 600 200 800 190',
        `fill="none" stroke="${palette.b}" stroke-width="12" stroke-dasharray="2 34" stroke-linecap="round"`,
      ),
      `<g transform="rotate(${Math.round(between(random, -24, -8))} 930 236)">${circle(946, 260, 186, 'fill="#000" opacity=".25"')}${circle(930, 236, 186, `fill="url(#${id}b)"`)}<path d="M744 236H1116M930 50V422M802 100C880 170 880 302 802 372M1058 100C980 170 980 302 1058 372" fill="none" stroke="${palette.near}" stroke-width="9"/><path d="M800 150A170 170 0 0 1 900 76" fill="none" stroke="#fff" stroke-width="14" stroke-linecap="round" opacity=".45"/></g>`,
      path(hills(random, 640, 6, 3), `fill="${palette.near}" opacity=".18"`),
    ].join(''),
    box: textBox(70, 62, 440, 500, { size: 104 }),
    style: { color: palette.light, soft: palette.light, shadow: palette.near },
  };
};
