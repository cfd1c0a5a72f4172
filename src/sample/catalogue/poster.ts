import { sampleOrganizers } from './organizers.ts';

/** How a poster is drawn: its scene and colours, from the ground up. */
export interface PosterPlan {
  readonly scene: keyof typeof scenes;
  readonly colors: readonly [sky: string, low: string, shape: string, glow: string];
}

const width = 1200;
const height = 675;

const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

type Colors = PosterPlan['colors'];

/** Compositions that leave the left half to the words. Each is the same for the same colours. */
const scenes = {
  /** A low sun over three lines of hills. */
  dusk: ([, , shape, glow]: Colors) =>
    `<circle cx="840" cy="330" r="190" fill="${glow}"/><circle cx="840" cy="330" r="260" fill="${glow}" opacity=".25"/>` +
    repeat(
      3,
      (line) =>
        `<path d="M0 ${430 + line * 75}Q200 ${350 + line * 70} 420 ${440 + line * 60}T840 ${430 + line * 66}T1200 ${400 + line * 80}V675H0Z" fill="${shape}" opacity="${0.45 + line * 0.25}"/>`,
    ),
  /** Beams of light over a crowd. */
  stage: ([, , shape, glow]: Colors) =>
    repeat(
      6,
      (beam) =>
        `<path d="M${620 + beam * 95} -20L${360 + beam * 190} 675H${520 + beam * 190}Z" fill="${glow}" opacity="${0.16 + (beam % 3) * 0.12}"/>`,
    ) +
    repeat(
      17,
      (head) =>
        `<circle cx="${head * 76 - 10}" cy="${640 - (head % 3) * 16}" r="34" fill="${shape}"/><rect x="${head * 76 - 46}" y="${648 - (head % 3) * 16}" width="72" height="90" rx="30" fill="${shape}"/>`,
    ),
  /** The four-petalled kawung of batik. */
  kawung: ([, , shape, glow]: Colors) =>
    repeat(24, (cell) => {
      const x = 660 + (cell % 6) * 112;
      const y = 20 + Math.floor(cell / 6) * 168;
      return `${repeat(
        4,
        (petal) =>
          `<ellipse cx="${x}" cy="${y - 40}" rx="24" ry="42" fill="${(cell + petal) % 3 ? shape : glow}" transform="rotate(${45 + petal * 90} ${x} ${y})"/>`,
      )}<circle cx="${x}" cy="${y}" r="9" fill="${glow}"/>`;
    }),
  /** Rings that spread like a beat. */
  rings: ([, , shape, glow]: Colors) =>
    `${repeat(
      8,
      (ring) =>
        `<circle cx="880" cy="340" r="${60 + ring * 58}" fill="none" stroke="${ring % 2 ? shape : glow}" stroke-width="${26 - ring * 2}" opacity="${1 - ring * 0.09}"/>`,
    )}<circle cx="880" cy="340" r="34" fill="${glow}"/>`,
  /** Waves with a boat's sail. */
  sea: ([, , shape, glow]: Colors) =>
    `<circle cx="960" cy="170" r="88" fill="${glow}"/><path d="M800 440V180Q930 300 950 440Z" fill="#fff" opacity=".92"/><path d="M785 440V240Q700 340 690 440Z" fill="${glow}"/><path d="M640 452H1000L950 510H700Z" fill="${shape}"/>` +
    repeat(
      3,
      (wave) =>
        `<path d="M-40 ${500 + wave * 62}q75 -46 150 0t150 0t150 0t150 0t150 0t150 0t150 0t150 0t150 0V700H-40Z" fill="${shape}" opacity="${0.5 + wave * 0.22}"/>`,
    ),
  /** Lanterns that rise. */
  lanterns: ([, , shape, glow]: Colors) =>
    `${repeat(11, (lantern) => {
      const size = 1 + (lantern % 4) * 0.35;
      const x = 600 + ((lantern * 173) % 560);
      const y = 40 + ((lantern * 131) % 470);
      return `<g transform="translate(${x} ${y}) scale(${size.toFixed(2)})"><circle r="52" cx="20" cy="28" fill="${glow}" opacity=".22"/><path d="M0 0H40L46 44Q20 62 -6 44Z" fill="${glow}"/><path d="M4 46Q20 56 36 46L34 54Q20 60 6 54Z" fill="${shape}"/></g>`;
    })}<path d="M0 675V590Q300 540 620 600T1200 570V675Z" fill="${shape}"/>`,
  /** Lanes of a track, seen from the start. */
  lanes: ([, , shape, glow]: Colors) =>
    repeat(
      7,
      (lane) =>
        `<path d="M${760 + lane * 26} 120L${330 + lane * 190} 700H${352 + lane * 190}L${764 + lane * 26} 120Z" fill="${glow}" opacity=".85"/>`,
    ) +
    `<path d="M0 124H1200V96H0Z" fill="${shape}"/>` +
    repeat(
      30,
      (flag) => `<path d="M${flag * 42} 40l34 0l-17 44z" fill="${flag % 2 ? glow : shape}"/>`,
    ),
} as const;

/** Words broken into lines of at most `most` letters. */
function linesOf(words: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const asAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The poster of an event as an address of its own, 16:9: it needs no server, and says in words what it shows. */
export function posterAddress(event: {
  readonly name: string;
  readonly type: string;
  readonly city: string;
  readonly venue: string;
  readonly poster: PosterPlan;
}): string {
  const { colors, scene } = event.poster;
  const lines = linesOf(event.name, 13);
  const size = lines.length > 3 ? 78 : 94;
  const top = 600 - lines.length * size;
  const title = lines
    .map(
      (line, index) =>
        `<tspan x="64" y="${top + (index + 1) * size - 24}">${escapeXml(line)}</tspan>`,
    )
    .join('');
  return asAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" role="img">` +
      `<title>${escapeXml(`${event.name}, ${event.venue}`)}</title>` +
      `<linearGradient id="g" x2="0" y2="1"><stop stop-color="${colors[0]}"/><stop offset="1" stop-color="${colors[1]}"/></linearGradient>` +
      `<linearGradient id="s"><stop stop-color="${colors[0]}" stop-opacity=".92"/><stop offset=".75" stop-color="${colors[0]}" stop-opacity="0"/></linearGradient>` +
      `<rect width="${width}" height="${height}" fill="url(#g)"/>${scenes[scene](colors)}<rect width="${width}" height="${height}" fill="url(#s)"/>` +
      `<g font-family="system-ui,Segoe UI,Roboto,sans-serif" fill="#fff"><text x="64" y="92" font-size="30" font-weight="700" letter-spacing="3">${escapeXml(`${event.type} · ${event.city}`.toUpperCase())}</text>` +
      `<text font-size="${size}" font-weight="800" letter-spacing="-2">${title}</text><text x="64" y="628" font-size="32" font-weight="600" opacity=".92">${escapeXml(event.venue)}</text></g></svg>`,
  );
}

/** The logo of an organiser as an address of its own. */
export function logoAddress(organizer: keyof typeof sampleOrganizers): string {
  const { name, initials, colors } = sampleOrganizers[organizer];
  return asAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" role="img"><title>${escapeXml(name)}</title><rect width="96" height="96" rx="24" fill="${colors[1]}"/><circle cx="78" cy="18" r="34" fill="${colors[0]}" opacity=".55"/><text x="48" y="62" font-family="system-ui,sans-serif" font-size="38" font-weight="800" fill="#fff" text-anchor="middle">${initials}</text></svg>`,
  );
}
