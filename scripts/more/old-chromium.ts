import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar';
import { cache, unpackFrom } from '../../tests/support/browser/packaged-chromium.ts';

/** Versions of the npm package by the Chromium that they hold. */
const versions = { '103': '103.0.0', '109': '109.0.6' } as const;

/** Path of an older Chromium; fetches the npm package that holds it with the first run that asks, never with `npm ci`. */
export function oldChromium(chromium: keyof typeof versions): string {
  const version = versions[chromium];
  const path = join(cache, `chromium-${version}`, 'chromium');
  if (existsSync(path)) return path;
  const folder = mkdtempSync(join(tmpdir(), 'roetix-chromium-'));
  try {
    const packing = ['pack', '--silent', '--pack-destination', folder];
    execFileSync('npm', [...packing, `@sparticuz/chromium@${version}`]);
    extract({ file: join(folder, `sparticuz-chromium-${version}.tgz`), cwd: folder, sync: true });
    unpackFrom(join(folder, 'package', 'bin'), path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return path;
}
