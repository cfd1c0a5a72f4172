import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { extract } from 'tar';

const require = createRequire(import.meta.url);
/** Folder of the unpacked browsers. */
export const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

/** Compressed files of the package and the folder each archive is unpacked to, beside the browser; `aws` is the one of older versions. */
const ARCHIVES = {
  'al2023.tar.br': '.',
  'aws.tar.br': '.',
  'swiftshader.tar.br': '.',
  'fonts.tar.br': 'fonts',
};

/** The shell finds NSS, NSPR and expat beside the browser, and a typeface where neither the caller nor the machine names one. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
if [ -z "\${FONTCONFIG_FILE:-}" ] && [ ! -e /etc/fonts/fonts.conf ]; then export FONTCONFIG_FILE="$here/fonts.conf"; fi
exec "$here/chromium-headless-shell" "$@"
`;

const FONT_SETTINGS =
  '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n';

/** Where the Chromium of the npm package is or will be unpacked; undefined where it cannot run, since the package holds a build for 64-bit Linux alone. */
export function packagedChromium(
  platform: NodeJS.Platform = process.platform,
  architecture: string = process.arch,
): string | undefined {
  if (platform !== 'linux' || architecture !== 'x64') return undefined;
  const files = packedFiles();
  if (files === undefined) return undefined;
  return join(cache, `chromium-${files.version}`, 'chromium');
}

/** Unpacks the browser of `packagedChromium` unless an earlier run did: 200 MB in some seconds. Any other path is left as it is. */
export function unpackChromium(path: string): void {
  const files = packedFiles();
  if (files !== undefined && path === packagedChromium()) unpackFrom(files.folder, path);
}

/** Unpacks the compressed files of a version to where its launcher shall be, unless it is there. */
export function unpackFrom(packed: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(cache, { recursive: true });
  // Two runs may unpack at once; each writes a folder of its own, and the first one to finish gives it the name.
  const draft = mkdtempSync(join(cache, 'chromium-'));
  try {
    const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, name)));
    for (const [name, folder] of Object.entries(ARCHIVES)) {
      if (!existsSync(join(packed, name))) continue;
      const archive = join(draft, name.replace('.br', ''));
      mkdirSync(join(draft, folder), { recursive: true });
      writeFileSync(archive, read(name));
      extract({ file: archive, cwd: join(draft, folder), sync: true });
      rmSync(archive);
    }
    writeFileSync(join(draft, 'fonts.conf'), FONT_SETTINGS);
    writeFileSync(join(draft, 'chromium-headless-shell'), read('chromium.br'), { mode: 0o755 });
    writeFileSync(join(draft, 'chromium'), LAUNCHER, { mode: 0o755 });
    renameSync(draft, dirname(path));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
}

/** The package's compressed files; undefined where it is not installed, as after `npm ci --omit=dev`. */
function packedFiles(): { folder: string; version: string } | undefined {
  let entry: string;
  try {
    entry = require.resolve('@sparticuz/chromium');
  } catch {
    return undefined;
  }
  const name = join('node_modules', '@sparticuz', 'chromium');
  const root = entry.slice(0, entry.lastIndexOf(name) + name.length);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder: join(root, 'bin'), version };
}
