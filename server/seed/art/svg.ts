/** A small deterministic generator of numbers in [0, 1). */
export type Random = () => number;

/** FNV-1a: the same text gives the same 32-bit number everywhere. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32: numbers that follow from the seed alone. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number in [from, to). */
export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from);
}

/** Text for an SVG node or attribute. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A coordinate, short: one decimal at most. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The results of `draw` for 0 to count - 1, joined. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

type Stop = readonly [offset: number, color: string, opacity?: number];

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity]) => {
      const see = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${color}"${see}/>`;
    })
    .join('');
}

/** A linear gradient; the direction runs in fractions of the painted box, top to bottom unless told. */
export function linear(
  id: string,
  stops: readonly Stop[],
  direction: readonly [number, number, number, number] = [0, 0, 0, 1],
): string {
  const [x1, y1, x2, y2] = direction;
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`;
}

/** A radial gradient centred on the painted box. */
export function radial(id: string, stops: readonly Stop[]): string {
  return `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`;
}

/** A circle. */
export function circle(x: number, y: number, radius: number, attributes: string): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" ${attributes}/>`;
}

/** A rectangle. */
export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  attributes: string,
): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" ${attributes}/>`;
}

/** A path. */
export function path(data: string, attributes: string): string {
  return `<path d="${data}" ${attributes}/>`;
}

/** A smooth hill line across the canvas, closed at its foot: `rise` pixels up and down about `y`. */
export function hills(random: Random, y: number, rise: number, waves: number, foot = 690): string {
  const step = 1240 / waves;
  let data = `M-20 ${foot}V${at(y + between(random, -rise, rise))}`;
  for (let wave = 0; wave < waves; wave++) {
    const x = -20 + wave * step;
    const top = at(y + between(random, -rise, rise));
    data += `Q${at(x + step * 0.25)} ${at(y + between(random, -rise, rise))} ${at(x + step * 0.5)} ${top}T${at(x + step)} ${at(y + between(random, -rise, rise) * 0.6)}`;
  }
  return `${data}V${foot}Z`;
}

/** Sharp peaks across the canvas, closed at the foot. */
export function peaks(random: Random, y: number, rise: number, count: number, foot = 690): string {
  const step = 1240 / count;
  let data = `M-20 ${foot}V${at(y)}`;
  for (let peak = 0; peak < count; peak++) {
    const x = -20 + peak * step;
    const top = y - between(random, 0.45, 1) * rise;
    const ridge = between(random, 0.35, 0.65);
    data += `L${at(x + step * ridge * 0.55)} ${at(y - (y - top) * 0.42)}L${at(x + step * ridge)} ${at(top)}L${at(x + step * (ridge + 0.22))} ${at(top + (y - top) * between(random, 0.35, 0.6))}L${at(x + step)} ${at(y - between(random, 0, 0.2) * rise)}`;
  }
  return `${data}V${foot}Z`;
}

/** Points of a star or burst around a centre. */
export function burst(x: number, y: number, outer: number, inner: number, spikes: number): string {
  const points = Array.from({ length: spikes * 2 }, (_, index) => {
    const angle = (index * Math.PI) / spikes - Math.PI / 2;
    const radius = index % 2 === 0 ? outer : inner;
    return `${at(x + Math.cos(angle) * radius)} ${at(y + Math.sin(angle) * radius)}`;
  });
  return `M${points.join('L')}Z`;
}
