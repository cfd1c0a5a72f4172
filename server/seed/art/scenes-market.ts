import { type Scene, sky, textBox } from './scene.ts';
import { at, between, circle, linear, path, radial, rect, repeat } from './svg.ts';

/** Bunting over market stalls. */
export const bunting: Scene = (input) => {
  const { id, random, palette } = input;
  const ground = sky(input);
  const colors = [palette.a, palette.b, palette.c, palette.far];
  const flags = (y: number, sag: number, count: number, tall: number) => {
    const spot = (t: number) => [t * 1240 - 20, y + Math.sin(t * Math.PI) * sag] as const;
    const pennants = repeat(count, (i) => {
      const [x1, y1] = spot((i + 0.12) / count);
      const [x2, y2] = spot((i + 0.88) / count);
      return path(
        `M${at(x1)} ${at(y1)}L${at(x2)} ${at(y2)}L${at((x1 + x2) / 2)} ${at((y1 + y2) / 2 + tall)}Z`,
        `fill="${colors[i % 4]}"`,
      );
    });
    return (
      path(
        `M-20 ${y}Q600 ${y + sag * 2} 1220 ${y}`,
        `fill="none" stroke="${palette.near}" stroke-width="4"`,
      ) + pennants
    );
  };
  const stall = (x: number, width: number, top: number, color: string) => {
    const strips = 6;
    const w = width / strips;
    const awning = repeat(
      strips,
      (i) =>
        `<path d="M${at(x + i * w)} ${top}h${at(w)}v62a${at(w / 2)} ${at(w / 2)} 0 0 1-${at(w)} 0Z" fill="${i % 2 ? palette.b : color}"/>`,
    );
    return `${rect(x + 10, top + 30, width - 20, 260, `fill="${palette.mid}"`)}${rect(x + 24, top + 92, width - 48, 66, `fill="url(#${id}w)"`)}${rect(x, top + 158, width, 20, `fill="${palette.near}"`)}${awning}`;
  };
  const bowl = (x: number, y: number) =>
    `<g transform="translate(${at(x)} ${y})"><path d="M-46 0H46C44 40 22 50 0 50S-44 40-46 0Z" fill="${palette.b}"/><path d="M-46 10H46" stroke="${palette.a}" stroke-width="8"/><path d="M-20-12q-14-22 0-42t0-42M10-12q-14-22 0-42t0-42" fill="none" stroke="${palette.light === palette.near ? palette.b : palette.light}" stroke-width="7" stroke-linecap="round" opacity=".8"/></g>`;
  const people = repeat(17, (i) => {
    const x = 30 + i * 71 + between(random, -18, 18);
    const y = between(random, 588, 622);
    return `M${at(x - 24)} 690V${at(y + 44)}q0-26 24-26t24 26V690ZM${at(x - 15)} ${at(y)}a15 17 0 1 1 0 1Z`;
  });
  return {
    defs:
      ground.defs +
      linear(`${id}w`, [
        [0, palette.b],
        [1, palette.sky[1]],
      ]) +
      radial(`${id}h`, [
        [0, palette.b, 0.95],
        [1, palette.b, 0],
      ]),
    body: [
      ground.body,
      circle(600, 330, 480, `fill="url(#${id}h)"`),
      stall(-40, 290, 430, palette.a),
      stall(262, 300, 466, palette.c),
      stall(640, 300, 466, palette.far),
      stall(950, 290, 430, palette.c),
      bowl(120, 536),
      bowl(416, 574),
      bowl(786, 574),
      bowl(1090, 536),
      path(people, `fill="${palette.near}"`),
      flags(-46, 112, 17, 70),
      flags(34, -46, 19, 50),
    ].join(''),
    box: textBox(170, 132, 860, 300, { size: 116, anchor: 'middle', vertical: 'middle' }),
    style: { color: palette.light, soft: palette.mid },
  };
};

/** A feast seen from above: a great tray of bowls on woven cloth. */
export const feast: Scene = (input) => {
  const { id, random, palette } = input;
  const x = 872;
  const y = 338;
  const fills = [palette.a, palette.c, palette.far, palette.sky[1], palette.mid];
  const bowl = (cx: number, cy: number, radius: number, fill: string, kind: number) => {
    const bits = repeat(7, () => {
      const angle = between(random, 0, Math.PI * 2);
      const far = between(random, 0, radius * 0.55);
      return `M${at(cx + Math.cos(angle) * far)} ${at(cy + Math.sin(angle) * far)}l${at(between(random, -13, 13))} ${at(between(random, -13, 13))}`;
    });
    const garnish =
      kind % 2
        ? path(bits, `stroke="${palette.b}" stroke-width="8" stroke-linecap="round" opacity=".85"`)
        : circle(cx, cy, radius * 0.34, `fill="${palette.b}" opacity=".9"`) +
          path(
            bits,
            `stroke="${palette.near}" stroke-width="6" stroke-linecap="round" opacity=".5"`,
          );
    return [
      circle(cx + 5, cy + 9, radius, 'fill="#000" opacity=".3"'),
      circle(cx, cy, radius, `fill="${palette.b}"`),
      circle(cx, cy, radius * 0.84, `fill="${fill}"`),
      garnish,
    ].join('');
  };
  const around = repeat(8, (i) => {
    const angle = (i * Math.PI) / 4 + 0.2;
    return bowl(
      x + Math.cos(angle) * 208,
      y + Math.sin(angle) * 208,
      66,
      fills[i % 5] ?? palette.a,
      i,
    );
  });
  const leaf = (turn: number) =>
    `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0-120C90-210 110-330 0-420C-110-330-90-210 0-120Z" fill="${palette.a}"/><path transform="translate(${x} ${y}) rotate(${turn})" d="M0-130V-410M0-200l40-40M0-200l-40-40M0-270l44-40M0-270l-44-40M0-340l30-30M0-340l-30-30" stroke="${palette.b}" stroke-width="4" opacity=".5" fill="none"/>`;
  const cloth = repeat(9, (i) =>
    path(
      `M${630 + i * 72} 0V675`,
      `stroke="${palette.near}" stroke-width="3" stroke-dasharray="14 10"`,
    ),
  );
  return {
    defs:
      linear(`${id}s`, [
        [0, palette.sky[0]],
        [0.6, palette.sky[1]],
        [1, palette.sky[2]],
      ]) +
      radial(`${id}r`, [
        [0, palette.sky[2]],
        [0.85, palette.far],
        [1, palette.mid],
      ]),
    body: [
      rect(0, 0, 1200, 675, `fill="url(#${id}s)"`),
      rect(610, 0, 590, 675, `fill="${palette.mid}"`),
      `<g opacity=".4">${cloth}</g>`,
      path(
        repeat(31, (i) => `M610 ${i * 22}l-22 11l22 11Z`),
        `fill="${palette.mid}"`,
      ),
      path(
        repeat(15, (i) => `M640 ${i * 46 + 12}l16-16l16 16l-16 16Z`),
        `fill="${palette.sky[1]}"`,
      ),
      leaf(-62),
      leaf(58),
      leaf(128),
      leaf(-124),
      circle(x + 8, y + 16, 300, 'fill="#000" opacity=".35"'),
      circle(x, y, 298, `fill="${palette.sky[1]}"`),
      circle(x, y, 282, `fill="url(#${id}r)"`),
      circle(
        x,
        y,
        290,
        `fill="none" stroke="${palette.b}" stroke-width="5" stroke-dasharray="3 12"`,
      ),
      around,
      circle(x + 5, y + 10, 116, 'fill="#000" opacity=".3"'),
      circle(x, y, 114, `fill="${palette.a}"`),
      circle(x, y, 84, `fill="${palette.b}"`),
      path(
        repeat(46, () => {
          const angle = between(random, 0, Math.PI * 2);
          const far = Math.sqrt(random()) * 74;
          return `M${at(x + Math.cos(angle) * far)} ${at(y + Math.sin(angle) * far)}l6 3`;
        }),
        `stroke="${palette.sky[2]}" stroke-width="4" stroke-linecap="round" opacity=".7"`,
      ),
    ].join(''),
    box: textBox(70, 60, 480, 540, { size: 108, vertical: 'middle' }),
    style: { color: palette.light, soft: palette.mid },
  };
};
