export interface Palette {
  /** Ground, top to bottom. */
  sky: readonly [string, string, string];
  /** Silhouettes, far to near. */
  far: string;
  mid: string;
  near: string;
  /** Strong colours. */
  a: string;
  b: string;
  c: string;
  /** Title and highlights. */
  light: string;
}

function palette(
  sky: Palette['sky'],
  layers: readonly [string, string, string],
  accents: readonly [string, string, string],
  light: string,
): Palette {
  const [far, mid, near] = layers;
  const [a, b, c] = accents;
  return { sky, far, mid, near, a, b, c, light };
}

/** One palette an event, named for what it recalls. */
const palettes: Readonly<Record<string, Palette>> = {
  senja: palette(
    ['#2a1158', '#c4376b', '#ffb45e'],
    ['#8f2f74', '#5a1c5e', '#1d0b33'],
    ['#ff6b4a', '#ffd479', '#ff9f5a'],
    '#fff6e6',
  ),
  danau: palette(
    ['#07324f', '#1e8a93', '#ffd9a0'],
    ['#2f7f8c', '#145468', '#04202f'],
    ['#ff8f5e', '#ffe6b0', '#4fc3c0'],
    '#fffaf0',
  ),
  pasar: palette(
    ['#ffcf4d', '#ffb13d', '#ff8a3c'],
    ['#e8542f', '#b52a3e', '#5c1230'],
    ['#d81f4a', '#fff2d1', '#1f8a70'],
    '#5c1230',
  ),
  rempah: palette(
    ['#f7e3bd', '#f2c14e', '#e08a2e'],
    ['#b5402a', '#7a1f1f', '#3b0d10'],
    ['#0f6b5c', '#fff4dc', '#c9302c'],
    '#3b0d10',
  ),
  rumput: palette(
    ['#04122e', '#0d3b66', '#1c7c6b'],
    ['#12325c', '#0b2346', '#030b1c'],
    ['#2fbf71', '#f9f871', '#4cc9f0'],
    '#f4fffb',
  ),
  nila: palette(
    ['#1f3bd6', '#1f3bd6', '#1f3bd6'],
    ['#16299b', '#0e1b6b', '#081046'],
    ['#ffcf33', '#ff5d5d', '#7fd8ff'],
    '#ffffff',
  ),
  tinta: palette(
    ['#fbf3e4', '#fbf3e4', '#fbf3e4'],
    ['#e9dcc3', '#d8c7a8', '#211a3b'],
    ['#6b3fe0', '#ff7a45', '#1ea896'],
    '#211a3b',
  ),
  beludru: palette(
    ['#1b0508', '#4d0b17', '#7c1222'],
    ['#b3202f', '#7d1020', '#2b0509'],
    ['#e3ad3f', '#ffe9b0', '#d0343f'],
    '#fff0d0',
  ),
  blencong: palette(
    ['#0b0a1e', '#2a1740', '#8a3a12'],
    ['#3e2a6d', '#251848', '#0c0719'],
    ['#ff9d2e', '#ffe0a0', '#7a5bd0'],
    '#fff3d6',
  ),
  letup: palette(
    ['#ff3d68', '#ff3d68', '#ff7a3d'],
    ['#d31b55', '#6a0f6b', '#2a0845'],
    ['#ffe14a', '#28d7ff', '#ffffff'],
    '#ffffff',
  ),
  jahil: palette(
    ['#12b5a6', '#12b5a6', '#0a7f8f'],
    ['#0b8c8c', '#0b4f6c', '#072a40'],
    ['#ffd23f', '#ff5964', '#ffffff'],
    '#ffffff',
  ),
  kabut: palette(
    ['#0c1c3a', '#3b5f8a', '#e9c9c0'],
    ['#6d8fb0', '#3a5a7e', '#0d1c30'],
    ['#ffb38a', '#fdf0e0', '#9fc3df'],
    '#fff8f0',
  ),
  savana: palette(
    ['#31163f', '#d1495b', '#f6b85a'],
    ['#b3603c', '#7b3a2b', '#2a1220'],
    ['#ffd166', '#fff0c9', '#e07a3f'],
    '#fff7e3',
  ),
  karamel: palette(
    ['#3a1a0f', '#7a3516', '#c8702a'],
    ['#5b2813', '#3a180d', '#170905'],
    ['#f2a541', '#ffe3b8', '#d9482b'],
    '#ffedd0',
  ),
  neon: palette(
    ['#0a0524', '#2b0c66', '#c21d8f'],
    ['#3a1180', '#1c0846', '#06021a'],
    ['#00e1ff', '#ff4fc3', '#ffe45c'],
    '#ffffff',
  ),
  cengkih: palette(
    ['#06281f', '#0e6650', '#e4a13a'],
    ['#12533f', '#0a3529', '#031711'],
    ['#ff6b5e', '#ffe2a6', '#4fd0a0'],
    '#fffbe8',
  ),
  teluk: palette(
    ['#0a2a5e', '#0f4c96', '#1c7fc0'],
    ['#123d80', '#0b2a5c', '#061634'],
    ['#ffb703', '#fb6f5c', '#8be0d8'],
    '#fff7e6',
  ),
  cendrawasih: palette(
    ['#10301f', '#1c5a34', '#2f8a4a'],
    ['#174a2b', '#0e301c', '#06180d'],
    ['#ffb52e', '#f2542d', '#f7e6b5'],
    '#fff9e0',
  ),
  sungai: palette(
    ['#0e4a5a', '#26a69a', '#ffe0a3'],
    ['#1f8a83', '#11606a', '#07303b'],
    ['#ff7f50', '#fff3cf', '#ffd166'],
    '#fffdf3',
  ),
  bahtera: palette(
    ['#1b2a6b', '#e2577a', '#ffc178'],
    ['#3b63a8', '#24408a', '#101c4a'],
    ['#ff5a5f', '#fff3dc', '#ffe08a'],
    '#fff9ee',
  ),
  sawah: palette(
    ['#ffb168', '#ffd58c', '#f8efb8'],
    ['#a8c256', '#5f9e3f', '#123d26'],
    ['#ff6b3d', '#fff6d0', '#d7e36a'],
    '#123d26',
  ),
  panen: palette(
    ['#b8e6ea', '#e4f3d8', '#fff3c0'],
    ['#e6c84f', '#b69a2c', '#27441f'],
    ['#f07f2e', '#fffbe6', '#7fb04a'],
    '#27441f',
  ),
  bahari: palette(
    ['#071a3d', '#123a73', '#2b6cb0'],
    ['#16407c', '#0d2a57', '#050f26'],
    ['#ffd27a', '#fff4d6', '#ff7b54'],
    '#102044',
  ),
  fajar: palette(
    ['#3d2c8d', '#ef6f6c', '#ffd38a'],
    ['#7d4fa3', '#c0392b', '#5b1630'],
    ['#ffe066', '#fff4dc', '#ff9e6d'],
    '#fffaf0',
  ),
  serambi: palette(
    ['#0b5d4b', '#0f7a5f', '#129575'],
    ['#0c6b55', '#084a3b', '#042a22'],
    ['#ffd23f', '#ffffff', '#ff6f59'],
    '#ffffff',
  ),
  mahakam: palette(
    ['#d1622b', '#e07a35', '#ef9a4a'],
    ['#b34d1f', '#7c2f17', '#2c0f12'],
    ['#2b1a5e', '#fff1d6', '#ffd166'],
    '#fff6e6',
  ),
  angin: palette(
    ['#1f8fe0', '#6cc5f5', '#e6f7ff'],
    ['#1fa3b5', '#0f6f94', '#08375e'],
    ['#ff4d5a', '#ffd23f', '#7b3fe4'],
    '#06305a',
  ),
  lampion: palette(
    ['#160824', '#4a0f3a', '#a32a2a'],
    ['#3d1136', '#250a25', '#0d0414'],
    ['#ff6a2b', '#ffd37a', '#ff3b3b'],
    '#fff1d8',
  ),
  soga: palette(
    ['#3b1e10', '#5a2e17', '#6f3b1c'],
    ['#8a5328', '#c98f4a', '#24110a'],
    ['#e8b96a', '#f8e7c4', '#1f3a5f'],
    '#f8e7c4',
  ),
  lonceng: palette(
    ['#141033', '#3b1f66', '#b3446c'],
    ['#4a2a73', '#2b1a4f', '#120c2b'],
    ['#ffd166', '#ef476f', '#fff3d6'],
    '#ffe9a8',
  ),
  topeng: palette(
    ['#2a0a12', '#7d1a2c', '#e2703a'],
    ['#8f2a36', '#571522', '#22070e'],
    ['#f4c95d', '#f7f0dd', '#d7263d'],
    '#ffe3a3',
  ),
  kopi: palette(
    ['#2b1d16', '#6b4632', '#d9b48f'],
    ['#7a5440', '#4a3124', '#21150f'],
    ['#e9c46a', '#8ab17d', '#f6efe6'],
    '#fff1d9',
  ),
  tenun: palette(
    ['#b3123f', '#c81e4c', '#d93a5c'],
    ['#8c0c33', '#f3a712', '#3b0420'],
    ['#ffce4a', '#fff0d6', '#0f7f86'],
    '#fff0d6',
  ),
};

/** The palette of a name. Throws on a name that is not in the table. */
export function paletteOf(name: string): Palette {
  const found = palettes[name];
  if (!found) throw new Error(`Unknown palette: ${name}`);
  return found;
}
